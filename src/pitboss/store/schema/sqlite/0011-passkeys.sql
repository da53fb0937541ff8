-- Passkeys, a second factor beside codes. `sealed` is the public key, encrypted with a key that is not in the books:
-- a row that somebody else writes does not open. A challenge is that of one session, and is deleted when it is used.
CREATE TABLE passkey (
    id      BLOB    PRIMARY KEY,
    account TEXT    NOT NULL,
    name    TEXT    NOT NULL,
    sealed  BLOB    NOT NULL,
    counter INTEGER NOT NULL,
    created INTEGER NOT NULL,
    seen    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX passkey_account ON passkey (account);

CREATE TABLE challenge (
    session BLOB    PRIMARY KEY,
    purpose TEXT    NOT NULL,
    value   BLOB    NOT NULL,
    until   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
