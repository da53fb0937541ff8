"""The maths report, section by section."""
