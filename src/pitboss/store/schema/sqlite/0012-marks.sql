-- Which process wrote an entry, and the marks that sign what each process wrote: see `pitboss.ledger.marks`. Entries that
-- are older have no writer. A mark replaces the one before it.
ALTER TABLE entry ADD COLUMN writer INTEGER;
CREATE TABLE mark (
    name      TEXT    PRIMARY KEY,
    count     INTEGER NOT NULL,
    chain     BLOB    NOT NULL,
    signature BLOB    NOT NULL
) STRICT, WITHOUT ROWID;

-- Once the signing has begun, nobody writes without it: not an older version that still runs.
CREATE TRIGGER entry_is_signed BEFORE INSERT ON entry WHEN NEW.writer IS NULL
    AND EXISTS (SELECT 1 FROM mark WHERE name = 'writers')
BEGIN SELECT RAISE(ABORT, 'every entry of these books is signed'); END;

-- The root over all entries that a checkpoint signs, and the hashes of the tree's whole branches.
ALTER TABLE checkpoint ADD COLUMN tree BLOB NOT NULL DEFAULT x'';
CREATE TABLE branch (
    number INTEGER PRIMARY KEY,
    hash   BLOB    NOT NULL
) STRICT;
