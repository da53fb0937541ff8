-- Staff: when a name was added and last used, the second factor and when a session last had it, and links by which
-- somebody is set up. Times are microseconds since 1970. No row holds a code or a token, and the secret of a second
-- factor is sealed with a key that is not in the books.
ALTER TABLE credential ADD COLUMN created bigint  NOT NULL DEFAULT 0;
ALTER TABLE credential ADD COLUMN seen bigint  NOT NULL DEFAULT 0;
ALTER TABLE session ADD COLUMN stepped_up bigint  NOT NULL DEFAULT 0;

CREATE TABLE factor (
    account   text    PRIMARY KEY,
    sealed    bytea   NOT NULL,
    step      bigint  NOT NULL,
    confirmed bigint  NOT NULL
);

CREATE TABLE recovery (
    account   text NOT NULL,
    code_hash bytea NOT NULL,
    PRIMARY KEY (account, code_hash)
);

CREATE TABLE invitation (
    token_hash bytea   PRIMARY KEY,
    role       text    NOT NULL,
    until      bigint  NOT NULL
);
