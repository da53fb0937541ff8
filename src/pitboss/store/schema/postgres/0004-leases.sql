-- Which process runs which table, where several share the books. It says who is to write, and keeps nobody from it: two
-- entries with one number cannot both be in a journal, whoever thinks the table is his. Times are those of the database.
CREATE TABLE worker (
    number   integer     GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    machine  text        NOT NULL,
    key      text        NOT NULL,
    path     text        NOT NULL,
    address  text        NOT NULL,
    until    timestamptz NOT NULL,
    draining boolean     NOT NULL DEFAULT false
);

-- A table that nobody runs has no worker. The epoch grows with every change of hands.
CREATE TABLE lease (
    stream text    PRIMARY KEY,
    worker integer,
    epoch  bigint  NOT NULL
);
