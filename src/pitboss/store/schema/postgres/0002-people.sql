-- Beside the books: who may log in, and who is logged in. Times are microseconds since 1970. No row holds a
-- password or a token.
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
