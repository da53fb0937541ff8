-- Tries to log in since the last right one, counted before the password is compared: by account and address, so a
-- stranger locks out nobody else. `known` is when the owner of the account last logged in from there; 0: never.
CREATE TABLE log_in_try (
    account      text   NOT NULL,
    address      text   NOT NULL,
    failures     bigint NOT NULL,
    locked_until bigint NOT NULL,
    at           bigint NOT NULL,
    known        bigint NOT NULL,
    PRIMARY KEY (account, address)
);
