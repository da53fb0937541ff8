-- What a player has learnt, for the page alone: it moves no money and is no part of the journal. Of two writings of
-- one name the one that was made later stays.
CREATE TABLE progress (
    account text NOT NULL,
    name    text NOT NULL,
    at      bigint NOT NULL,
    content text NOT NULL,
    PRIMARY KEY (account, name)
);
