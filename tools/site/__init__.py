"""The documentation site: the pages of docs/ as static files, built by Zensical."""
