"""The report sections of each kind of round."""
