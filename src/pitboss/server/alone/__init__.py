"""The lab without a server: a folder of static files, with Python in the browser."""
