-- What a player has learnt, for the page alone: it moves no money and is no part of the journal. Of two writings of
-- one name the one that was made later stays.
CREATE TABLE progress (
    account TEXT NOT NULL,
    name    TEXT NOT NULL,
    at      INTEGER NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (account, name)
) STRICT, WITHOUT ROWID;
