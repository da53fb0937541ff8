-- Who sat where from which entry to which: so that a player's rounds are found without reading everybody's.
-- A seat that is still taken has the largest number as its last entry and its end.
CREATE TABLE sitting (
    stream  text   NOT NULL,
    seat    bigint NOT NULL,
    first   bigint NOT NULL,
    account text   NOT NULL,
    begun   bigint NOT NULL,
    last    bigint NOT NULL,
    ended   bigint NOT NULL,
    PRIMARY KEY (stream, seat, first)
);
CREATE INDEX sitting_of_account ON sitting (account, ended);

CREATE FUNCTION follow_sitting() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    said jsonb := convert_from(NEW.body, 'UTF8')::jsonb;
BEGIN
    IF NEW.kind = 'seat-taken' THEN
        INSERT INTO sitting VALUES (NEW.stream, (said ->> 'seat')::bigint, NEW.version, said ->> 'account', NEW.at,
            9223372036854775807, 9223372036854775807);
    ELSE
        UPDATE sitting SET last = NEW.version, ended = NEW.at
            FROM jsonb_array_elements(said -> 'seats') AS gone
            WHERE stream = NEW.stream AND seat = (gone ->> 0)::bigint AND first = (
                SELECT max(it.first) FROM sitting AS it
                WHERE it.stream = NEW.stream AND it.seat = (gone ->> 0)::bigint
            );
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER sitting_follows AFTER INSERT ON entry FOR EACH ROW
    WHEN (NEW.kind IN ('seat-taken', 'seats-left')) EXECUTE FUNCTION follow_sitting();

-- What is in the books already.
INSERT INTO sitting SELECT stream, (said ->> 'seat')::bigint, version, said ->> 'account', at,
    9223372036854775807, 9223372036854775807
    FROM (SELECT *, convert_from(body, 'UTF8')::jsonb AS said FROM entry WHERE kind = 'seat-taken') AS taken;
UPDATE sitting SET last = found.version, ended = found.at
    FROM (
        SELECT DISTINCT ON (sitting.stream, sitting.seat, sitting.first)
            sitting.stream, sitting.seat, sitting.first, entry.version, entry.at
        FROM sitting JOIN entry ON entry.stream = sitting.stream AND entry.kind = 'seats-left'
            AND entry.version > sitting.first,
            jsonb_array_elements(convert_from(entry.body, 'UTF8')::jsonb -> 'seats') AS gone
        WHERE (gone ->> 0)::bigint = sitting.seat
        ORDER BY sitting.stream, sitting.seat, sitting.first, entry.version
    ) AS found
    WHERE sitting.stream = found.stream AND sitting.seat = found.seat AND sitting.first = found.first;
