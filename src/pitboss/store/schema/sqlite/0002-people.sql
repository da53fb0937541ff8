-- Beside the books: who may log in, who is logged in, and the entropy of shoes not yet revealed. Times are
-- microseconds since 1970. No row holds a password, a token or entropy that could be read without a key.
CREATE TABLE credential (
    account      TEXT    PRIMARY KEY,
    name         TEXT    NOT NULL UNIQUE,
    argon2       TEXT    NOT NULL,
    failures     INTEGER NOT NULL,
    locked_until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE session (
    token_hash BLOB    PRIMARY KEY,
    account    TEXT    NOT NULL,
    created    INTEGER NOT NULL,
    seen       INTEGER NOT NULL,
    until      INTEGER NOT NULL,
    idle       INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX session_of_account ON session (account);

CREATE TABLE secret (
    shoe   TEXT PRIMARY KEY,
    sealed BLOB NOT NULL
) STRICT, WITHOUT ROWID;
