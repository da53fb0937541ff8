-- Tries to log in since the last right one, counted before the password is compared: by account and address, so a
-- stranger locks out nobody else. `known` is when the owner of the account last logged in from there; 0: never.
CREATE TABLE log_in_try (
    account      TEXT    NOT NULL,
    address      TEXT    NOT NULL,
    failures     INTEGER NOT NULL,
    locked_until INTEGER NOT NULL,
    at           INTEGER NOT NULL,
    known        INTEGER NOT NULL,
    PRIMARY KEY (account, address)
) STRICT, WITHOUT ROWID;
