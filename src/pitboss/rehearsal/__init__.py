"""A floor that plays through days by itself: guests and staff on real books, with a clock in hand."""
