"""The poker part of 21-Hold 'em solved."""
