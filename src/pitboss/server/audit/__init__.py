"""What auditors and accountants ask for: reports, the journal, its proof, and component hashes.

- `routes`: the routes
- `reporter`: makes reports and verifies the books in another process
- `work`: what that process does
- `witnessing`: keeps a copy of every checkpoint elsewhere
- `components`: hashes the files of the software, when the server starts, daily and on demand
"""
