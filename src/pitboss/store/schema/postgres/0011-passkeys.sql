-- Passkeys, a second factor beside codes. `sealed` is the public key, encrypted with a key that is not in the books:
-- a row that somebody else writes does not open. A challenge is that of one session, and is deleted when it is used.
CREATE TABLE passkey (
    id      bytea   PRIMARY KEY,
    account text    NOT NULL,
    name    text    NOT NULL,
    sealed  bytea   NOT NULL,
    counter bigint  NOT NULL,
    created bigint  NOT NULL,
    seen    bigint  NOT NULL
);

CREATE INDEX passkey_account ON passkey (account);

CREATE TABLE challenge (
    session bytea   PRIMARY KEY,
    purpose text    NOT NULL,
    value   bytea   NOT NULL,
    until   bigint  NOT NULL
);
