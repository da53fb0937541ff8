-- Beside the books: who may log in, and who is logged in. Times are microseconds since 1970. No row holds a
-- password or a token.
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
