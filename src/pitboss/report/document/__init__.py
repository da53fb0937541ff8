"""A document as blocks, and what writes them: HTML, PDF, Markdown, charts."""
