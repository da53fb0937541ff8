-- Who sat where from which entry to which: so that a player's rounds are found without reading everybody's.
-- A seat that is still taken has the largest number as its last entry and its end.
CREATE TABLE sitting (
    stream  TEXT    NOT NULL,
    seat    INTEGER NOT NULL,
    first   INTEGER NOT NULL,
    account TEXT    NOT NULL,
    begun   INTEGER NOT NULL,
    last    INTEGER NOT NULL,
    ended   INTEGER NOT NULL,
    PRIMARY KEY (stream, seat, first)
) STRICT, WITHOUT ROWID;
CREATE INDEX sitting_of_account ON sitting (account, ended);

CREATE TRIGGER sitting_begins AFTER INSERT ON entry WHEN NEW.kind = 'seat-taken'
BEGIN
    INSERT INTO sitting SELECT NEW.stream, json_extract(said, '$.seat'), NEW.version, json_extract(said, '$.account'),
        NEW.at, 9223372036854775807, 9223372036854775807
        FROM (SELECT CAST(NEW.body AS TEXT) AS said);
END;
CREATE TRIGGER sitting_ends AFTER INSERT ON entry WHEN NEW.kind = 'seats-left'
BEGIN
    UPDATE sitting SET last = NEW.version, ended = NEW.at WHERE (stream, seat, first) IN (
        SELECT NEW.stream, json_extract(gone.value, '$[0]'), (
            SELECT max(it.first) FROM sitting AS it
            WHERE it.stream = NEW.stream AND it.seat = json_extract(gone.value, '$[0]')
        ) FROM json_each(CAST(NEW.body AS TEXT), '$.seats') AS gone
    );
END;

-- What is in the books already.
INSERT INTO sitting SELECT stream, json_extract(said, '$.seat'), version, json_extract(said, '$.account'), at,
    9223372036854775807, 9223372036854775807
    FROM (SELECT *, CAST(body AS TEXT) AS said FROM entry WHERE kind = 'seat-taken');
CREATE TEMP TABLE leaving AS SELECT entry.stream, json_extract(gone.value, '$[0]') AS seat, entry.version, entry.at
    FROM entry, json_each(CAST(entry.body AS TEXT), '$.seats') AS gone WHERE entry.kind = 'seats-left';
UPDATE sitting SET (last, ended) = (
    SELECT version, at FROM leaving
    WHERE leaving.stream = sitting.stream AND leaving.seat = sitting.seat AND leaving.version > sitting.first
    ORDER BY version LIMIT 1
) WHERE EXISTS (
    SELECT 1 FROM leaving
    WHERE leaving.stream = sitting.stream AND leaving.seat = sitting.seat AND leaving.version > sitting.first
);
DROP TABLE leaving;
