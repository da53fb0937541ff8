-- The keys of bets that others' bets or the clock dealt: they are in the bodies of deals. With them a bet that is sent
-- again is found however late, and a deal under such a key is refused. Earlier deals have none.
CREATE TABLE bet_key (
    key      TEXT    NOT NULL,
    stream   TEXT    NOT NULL,
    position INTEGER NOT NULL,
    PRIMARY KEY (key, stream)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER bet_is_dealt_once BEFORE INSERT ON entry WHEN NEW.kind = 'dealt'
    AND EXISTS (SELECT 1 FROM bet_key WHERE key = NEW.key AND stream = NEW.stream)
BEGIN SELECT RAISE(ABORT, 'the bet of this key was dealt before'); END;
CREATE TRIGGER bet_keys_follow AFTER INSERT ON entry WHEN NEW.kind = 'dealt'
    AND instr(NEW.body, CAST('"keys":[' AS BLOB))
BEGIN
    INSERT OR IGNORE INTO bet_key SELECT json_extract(bet.value, '$[0]'), NEW.stream, NEW.position
        FROM json_each(CAST(NEW.body AS TEXT), '$.keys') AS bet;
END;
