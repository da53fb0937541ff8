-- The books. An entry's postings are JSON, [["account", amount], ...], in units of 1/10,000 of a dollar;
-- the view `posting` shows them line by line.
CREATE TABLE entry (
    position INTEGER PRIMARY KEY,
    stream   TEXT    NOT NULL,
    version  INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    actor    TEXT    NOT NULL,
    key      TEXT    NOT NULL,
    kind     TEXT    NOT NULL,
    body     BLOB    NOT NULL,
    postings TEXT    NOT NULL,
    before   BLOB    NOT NULL,
    hash     BLOB    NOT NULL,
    UNIQUE (stream, version),
    UNIQUE (stream, key)
) STRICT;

CREATE TABLE head (
    stream  TEXT    PRIMARY KEY,
    version INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    hash    BLOB    NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE balance (
    account TEXT    PRIMARY KEY,
    amount  INTEGER NOT NULL,
    floor   INTEGER,
    CHECK (floor IS NULL OR amount >= floor)
) STRICT, WITHOUT ROWID;

CREATE TABLE checkpoint (
    number    INTEGER PRIMARY KEY,
    at        INTEGER NOT NULL,
    heads     BLOB    NOT NULL,
    balances  BLOB    NOT NULL,
    entries   INTEGER NOT NULL,
    before    BLOB    NOT NULL,
    signature BLOB    NOT NULL
) STRICT;

CREATE VIEW posting AS
SELECT entry.stream, entry.version, line.key + 1 AS line,
       json_extract(line.value, '$[0]') AS account, json_extract(line.value, '$[1]') AS amount
FROM entry, json_each(entry.postings) AS line;

CREATE TRIGGER entry_is_never_changed BEFORE UPDATE ON entry
BEGIN SELECT RAISE(ABORT, 'the books are only ever appended to'); END;
CREATE TRIGGER entry_is_never_removed BEFORE DELETE ON entry
BEGIN SELECT RAISE(ABORT, 'the books are only ever appended to'); END;
CREATE TRIGGER checkpoint_is_never_changed BEFORE UPDATE ON checkpoint
BEGIN SELECT RAISE(ABORT, 'checkpoints are only ever appended'); END;
CREATE TRIGGER checkpoint_is_never_removed BEFORE DELETE ON checkpoint
BEGIN SELECT RAISE(ABORT, 'checkpoints are only ever appended'); END;
