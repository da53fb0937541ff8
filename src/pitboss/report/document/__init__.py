"""A document as blocks, and its renderers: HTML, PDF, Markdown, charts."""
