"""Sheets for the pit: signs, cards, procedures and postings, made from a house's rules."""
