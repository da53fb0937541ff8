-- Staff: when a name was added and last used, the second factor and when a session last had it, and links by which
-- somebody is set up. Times are microseconds since 1970. No row holds a code or a token, and the secret of a second
-- factor is sealed with a key that is not in the books.
ALTER TABLE credential ADD COLUMN created INTEGER NOT NULL DEFAULT 0;
ALTER TABLE credential ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;
ALTER TABLE session ADD COLUMN stepped_up INTEGER NOT NULL DEFAULT 0;

CREATE TABLE factor (
    account   TEXT    PRIMARY KEY,
    sealed    BLOB    NOT NULL,
    step      INTEGER NOT NULL,
    confirmed INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE recovery (
    account   TEXT NOT NULL,
    code_hash BLOB NOT NULL,
    PRIMARY KEY (account, code_hash)
) STRICT, WITHOUT ROWID;

CREATE TABLE invitation (
    token_hash BLOB    PRIMARY KEY,
    role       TEXT    NOT NULL,
    until      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
