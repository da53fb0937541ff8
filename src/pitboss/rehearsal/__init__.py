"""Days of a floor played through by itself: guests and staff, real books, a clock in hand."""
