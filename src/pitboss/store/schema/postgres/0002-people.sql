-- Beside the books: who may log in, who is logged in, and the entropy of shoes not yet revealed. Times are
-- microseconds since 1970. No row holds a password, a token or entropy that could be read without a key.
CREATE TABLE credential (
    account      text   PRIMARY KEY,
    name         text   NOT NULL UNIQUE,
    argon2       text   NOT NULL,
    failures     bigint NOT NULL,
    locked_until bigint NOT NULL
);

CREATE TABLE session (
    token_hash bytea  PRIMARY KEY,
    account    text   NOT NULL,
    created    bigint NOT NULL,
    seen       bigint NOT NULL,
    until      bigint NOT NULL,
    idle       bigint NOT NULL
);
CREATE INDEX session_of_account ON session (account);

CREATE TABLE secret (
    shoe   text  PRIMARY KEY,
    sealed bytea NOT NULL
);
