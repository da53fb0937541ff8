-- Names are compared byte by byte: cheaper than by the rules of a language, which they do not follow. Keys come first in
-- their index, where those of one time are neighbours.
DROP VIEW posting;
ALTER TABLE entry DROP CONSTRAINT entry_stream_key_key, ALTER stream TYPE text COLLATE "C", ALTER key TYPE text COLLATE "C";
ALTER TABLE entry ADD CONSTRAINT entry_key_stream_key UNIQUE (key, stream);
ALTER TABLE head ALTER stream TYPE text COLLATE "C";
ALTER TABLE balance ALTER account TYPE text COLLATE "C";
-- One batch is written at a time: positions follow the last one, without gaps.
ALTER TABLE entry ALTER position DROP IDENTITY;
-- The longest bodies are sealed entropy, 2 kB that no compression makes shorter: they stay in their row.
ALTER TABLE entry ALTER body SET STORAGE EXTERNAL, SET (toast_tuple_target = 4080);

-- The entries by stream and version.
CREATE VIEW journal AS
SELECT stream, version, at, actor, key, kind, body, postings, before, hash FROM entry;

CREATE VIEW posting AS
SELECT entry.stream, entry.version, line.number AS line,
       line.value ->> 0 AS account, (line.value ->> 1)::bigint AS amount
FROM entry, jsonb_array_elements(entry.postings::jsonb) WITH ORDINALITY AS line (value, number);

-- Who sat where is followed once a batch, and not by a trigger that looks at every entry.
DROP TRIGGER sitting_follows ON entry;
DROP FUNCTION follow_sitting;
CREATE FUNCTION follow_sittings(e_stream text[], e_version bigint[], e_at bigint[], e_kind text[], e_body bytea[])
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    it   record;
    said jsonb;
BEGIN
    FOR it IN SELECT * FROM unnest(e_stream, e_version, e_at, e_kind, e_body) WITH ORDINALITY
            AS entry (stream, version, at, kind, body, place)
        WHERE kind IN ('seat-taken', 'seats-left') ORDER BY place
    LOOP
        said := convert_from(it.body, 'UTF8')::jsonb;
        IF it.kind = 'seat-taken' THEN
            INSERT INTO sitting VALUES (it.stream, (said ->> 'seat')::bigint, it.version, said ->> 'account', it.at,
                9223372036854775807, 9223372036854775807);
        ELSE
            UPDATE sitting SET last = it.version, ended = it.at
                FROM jsonb_array_elements(said -> 'seats') AS gone
                WHERE stream = it.stream AND seat = (gone ->> 0)::bigint AND first = (
                    SELECT max(earlier.first) FROM sitting AS earlier
                    WHERE earlier.stream = it.stream AND earlier.seat = (gone ->> 0)::bigint
                );
        END IF;
    END LOOP;
END $$;

-- Appends one batch in one call: streams' ends, then balances, then the entries. One batch is written at a time,
-- whoever writes it: so positions are in the order of commits, and no two writers can wait for each other.
-- What is rare, a new stream or a new account, is done only where there is one.
CREATE OR REPLACE FUNCTION append_entries(
    h_stream text[], h_before bigint[], h_before_hash bytea[], h_version bigint[], h_hash bytea[], h_at bigint[],
    b_account text[], b_net bigint[], b_lowest bigint[], b_floor bigint[],
    e_stream text[], e_version bigint[], e_at bigint[], e_actor text[], e_key text[], e_kind text[],
    e_body bytea[], e_postings text[], e_before bytea[], e_hash bytea[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    moved         bigint;
    moved_new     bigint := 0;
    new_accounts  text[];
    last_position bigint;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('append_entries'));
    IF 0 = ANY (h_before) THEN
        INSERT INTO head
            SELECT it.stream, 0, 0, decode(repeat('00', 32), 'hex')
            FROM unnest(h_stream, h_before) AS it (stream, before) WHERE it.before = 0
            ON CONFLICT DO NOTHING;
    END IF;
    UPDATE head SET version = it.version, at = it.at, hash = it.hash
        FROM unnest(h_stream, h_before, h_before_hash, h_version, h_hash, h_at)
            AS it (stream, before, before_hash, version, hash, at)
        WHERE head.stream = it.stream AND head.version = it.before AND head.hash = it.before_hash;
    GET DIAGNOSTICS moved = ROW_COUNT;
    IF moved <> cardinality(h_stream) THEN
        RAISE EXCEPTION 'another entry came in between: %', array_to_string(h_stream, ', ')
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;

    UPDATE balance SET amount = balance.amount + it.net
        FROM unnest(b_account, b_net, b_lowest) AS it (account, net, lowest)
        WHERE balance.account = it.account
          AND (balance.floor IS NULL OR balance.amount + it.lowest >= balance.floor);
    GET DIAGNOSTICS moved = ROW_COUNT;
    IF moved <> cardinality(b_account) THEN  -- an account is new, or would fall too low
        -- A row is made with nothing in it first: its floor is checked against what it holds then.
        WITH made AS (
            INSERT INTO balance
                SELECT it.account, 0, it.floor FROM unnest(b_account, b_floor) AS it (account, floor)
                WHERE NOT EXISTS (SELECT FROM balance WHERE balance.account = it.account)
                RETURNING account
        ) SELECT array_agg(account) INTO new_accounts FROM made;
        UPDATE balance SET amount = it.net
            FROM unnest(b_account, b_net, b_lowest) AS it (account, net, lowest)
            WHERE balance.account = it.account AND it.account = ANY (new_accounts)
              AND (balance.floor IS NULL OR it.lowest >= balance.floor);
        GET DIAGNOSTICS moved_new = ROW_COUNT;
    END IF;
    IF moved + moved_new <> cardinality(b_account) THEN
        RAISE EXCEPTION '%', (
            SELECT string_agg(format('%s holds %s and cannot give %s', it.account, balance.amount, -it.lowest), '; ')
            FROM unnest(b_account, b_lowest) AS it (account, lowest) JOIN balance USING (account)
            WHERE balance.amount + it.lowest < balance.floor
        ) USING ERRCODE = 'integrity_constraint_violation';
    END IF;

    SELECT coalesce(max(position), 0) INTO last_position FROM entry;
    INSERT INTO entry (position, stream, version, at, actor, key, kind, body, postings, before, hash)
        SELECT last_position + generate_subscripts(e_stream, 1), unnest(e_stream), unnest(e_version), unnest(e_at),
            unnest(e_actor), unnest(e_key), unnest(e_kind), unnest(e_body), unnest(e_postings), unnest(e_before),
            unnest(e_hash);
    IF e_kind && ARRAY['seat-taken', 'seats-left'] THEN
        PERFORM follow_sittings(e_stream, e_version, e_at, e_kind, e_body);
    END IF;
END $$;
