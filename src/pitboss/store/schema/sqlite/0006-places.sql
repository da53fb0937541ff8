-- An entry that is written touches one page of every index. With an index by stream and one by stream and key, a batch
-- over many tables wrote two pages for each of them. So keys come first in theirs, where those of one time are neighbours,
-- and where an entry of a stream stands is noted in `place` for many entries at once, in the order of streams:
-- `noted` says up to which position. No two entries of a stream have one number, because the row of `head` is moved with each.
DROP VIEW posting;
ALTER TABLE entry RENAME TO old_entry;
CREATE TABLE entry (
    position INTEGER PRIMARY KEY,
    stream   TEXT    NOT NULL,
    version  INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    actor    TEXT    NOT NULL,
    key      TEXT    NOT NULL,
    kind     TEXT    NOT NULL,
    body     BLOB    NOT NULL,
    postings TEXT    NOT NULL,
    before   BLOB    NOT NULL,
    hash     BLOB    NOT NULL,
    UNIQUE (key, stream)
) STRICT;
INSERT INTO entry SELECT position, stream, version, at, actor, key, kind, body, postings, before, hash
    FROM old_entry ORDER BY position;
DROP TABLE old_entry;

CREATE TABLE place (
    stream   TEXT    NOT NULL,
    version  INTEGER NOT NULL,
    position INTEGER NOT NULL,
    PRIMARY KEY (stream, version)
) STRICT, WITHOUT ROWID;
INSERT INTO place SELECT stream, version, position FROM entry ORDER BY stream, version;
CREATE TABLE noted (position INTEGER NOT NULL) STRICT;
INSERT INTO noted SELECT coalesce(max(position), 0) FROM entry;

-- The entries by stream and version, up to the position that is noted.
CREATE VIEW journal AS
SELECT place.stream, place.version, at, actor, key, kind, body, postings, before, hash
FROM place CROSS JOIN entry ON entry.position = place.position;

CREATE VIEW posting AS
SELECT entry.stream, entry.version, line.key + 1 AS line,
       json_extract(line.value, '$[0]') AS account, json_extract(line.value, '$[1]') AS amount
FROM entry, json_each(entry.postings) AS line;

CREATE TRIGGER entry_is_never_changed BEFORE UPDATE ON entry
BEGIN SELECT RAISE(ABORT, 'the books are only ever appended to'); END;
CREATE TRIGGER entry_is_never_removed BEFORE DELETE ON entry
BEGIN SELECT RAISE(ABORT, 'the books are only ever appended to'); END;
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
