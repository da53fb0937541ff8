"""Set a house up in the browser: the form, the check, the expected win and the papers."""
