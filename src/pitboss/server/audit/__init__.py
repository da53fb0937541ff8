"""For auditors and accountants: reports, the journal, its proof, and component hashes.

- `routes`: the routes
- `reporter`: makes reports and verifies the books in another process
- `checkpoint_copies`: keeps a copy of every checkpoint elsewhere
- `components`: hashes the files of the software, when the server starts, daily and on demand
"""
