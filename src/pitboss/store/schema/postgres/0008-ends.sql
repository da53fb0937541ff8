-- A step of a round moved two rows of its table: the end of its stream in `head`, and the chips. They are one row now, found and
-- written once. The view `head` shows the ends of tables beside those of all other streams, as before.
-- Whoever appends a batch has this lock first, so nobody waits for anybody in a circle.
SELECT pg_advisory_xact_lock(hashtext('append_entries'));

ALTER TABLE head RENAME TO other_head;
-- The end of a table whose chips were moved before its first entry is NULL. A batch moves up to half of the rows of a page,
-- and each finds room on its own page, so that no index changes.
ALTER TABLE table_chips ADD version bigint, ADD at bigint, ADD hash bytea, SET (fillfactor = 40);
-- Names do not change, so neither does this index: it finds the end of one table through the view.
CREATE INDEX ON table_chips (('table/' || id));

CREATE VIEW head AS
SELECT stream, version, at, hash FROM other_head
UNION ALL SELECT 'table/' || id, version, at, hash FROM table_chips WHERE version IS NOT NULL;

-- Gives streams an end before their first entry.
CREATE FUNCTION begin_streams(streams text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO other_head
        SELECT stream, 0, 0, decode(repeat('00', 32), 'hex') FROM unnest(streams) AS stream
        WHERE NOT starts_with(stream, 'table/')
        ON CONFLICT DO NOTHING;
    INSERT INTO table_chips (id, version, at, hash)
        SELECT substr(stream, 7), 0, 0, decode(repeat('00', 32), 'hex') FROM unnest(streams) AS stream
        WHERE starts_with(stream, 'table/')
        ON CONFLICT (id) DO UPDATE SET version = excluded.version, at = excluded.at, hash = excluded.hash
            WHERE table_chips.version IS NULL;
END $$;

CREATE OR REPLACE FUNCTION move_heads(
    h_stream text[], h_before bigint[], h_before_hash bytea[], h_version bigint[], h_hash bytea[], h_at bigint[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    moved        bigint;
    moved_tables bigint;
BEGIN
    IF 0 = ANY (h_before) THEN
        PERFORM begin_streams(array_agg(stream)) FROM unnest(h_stream, h_before) AS it (stream, before) WHERE before = 0;
    END IF;
    UPDATE other_head AS held SET version = it.version, at = it.at, hash = it.hash
        FROM unnest(h_stream, h_before, h_before_hash, h_version, h_hash, h_at)
            AS it (stream, before, before_hash, version, hash, at)
        WHERE held.stream = it.stream AND held.version = it.before AND held.hash = it.before_hash;
    GET DIAGNOSTICS moved = ROW_COUNT;
    UPDATE table_chips AS held SET version = it.version, at = it.at, hash = it.hash
        FROM unnest(h_stream, h_before, h_before_hash, h_version, h_hash, h_at)
            AS it (stream, before, before_hash, version, hash, at)
        WHERE held.id = substr(it.stream, 7) AND starts_with(it.stream, 'table/')
            AND held.version = it.before AND held.hash = it.before_hash;
    GET DIAGNOSTICS moved_tables = ROW_COUNT;
    IF moved + moved_tables <> cardinality(h_stream) THEN
        PERFORM refuse_batch(h_stream);
    END IF;
END $$;

CREATE FUNCTION refuse_batch(streams text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'another entry came in between: %', array_to_string(streams, ', ')
        USING ERRCODE = 'integrity_constraint_violation';
END $$;

-- Appends one batch in one call: streams' ends, then balances, then the entries. One batch is written at a time,
-- whoever writes it: so positions are in the order of commits, and no two writers can wait for each other.
-- The ends of tables and what their chips gain are read off the entries: of each table off its last one. A table with
-- several entries says at the last one where it was before the first, and nothing at the others.
CREATE FUNCTION append_batch(
    e_stream text[], e_version bigint[], e_at bigint[], e_actor text[], e_key text[], e_kind text[],
    e_body bytea[], e_postings text[], e_before bytea[], e_hash bytea[],
    t_count bigint, t_before bigint[], t_before_hash bytea[],
    c_tray bigint[], c_escrow bigint[], c_stack_1 bigint[], c_stack_2 bigint[], c_stack_3 bigint[],
    c_stack_4 bigint[], c_stack_5 bigint[], c_stack_6 bigint[], c_stack_7 bigint[],
    h_stream text[], h_before bigint[], h_before_hash bytea[], h_version bigint[], h_hash bytea[], h_at bigint[],
    b_account text[], b_net bigint[], b_lowest bigint[], b_floor bigint[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    moved bigint;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('append_entries'));
    IF 1 = ANY (e_version) THEN
        PERFORM begin_streams(array_agg(stream)) FROM unnest(e_stream, e_version) AS it (stream, version)
            WHERE version = 1 AND starts_with(stream, 'table/');
    END IF;
    IF cardinality(t_before_hash) = 0 THEN  -- every table has one entry
        t_before_hash := e_before;
    END IF;
    UPDATE table_chips AS held SET
        version = it.version, at = it.at, hash = it.hash,
        tray = coalesce(held.tray + it.tray, held.tray, it.tray),
        escrow = coalesce(held.escrow + it.escrow, held.escrow, it.escrow),
        stack_1 = coalesce(held.stack_1 + it.stack_1, held.stack_1, it.stack_1),
        stack_2 = coalesce(held.stack_2 + it.stack_2, held.stack_2, it.stack_2),
        stack_3 = coalesce(held.stack_3 + it.stack_3, held.stack_3, it.stack_3),
        stack_4 = coalesce(held.stack_4 + it.stack_4, held.stack_4, it.stack_4),
        stack_5 = coalesce(held.stack_5 + it.stack_5, held.stack_5, it.stack_5),
        stack_6 = coalesce(held.stack_6 + it.stack_6, held.stack_6, it.stack_6),
        stack_7 = coalesce(held.stack_7 + it.stack_7, held.stack_7, it.stack_7)
        FROM (
            SELECT unnest(e_stream) AS stream, unnest(e_version) AS version, unnest(e_at) AS at, unnest(e_hash) AS hash,
                unnest(t_before) AS before, unnest(t_before_hash) AS before_hash,
                unnest(c_tray) AS tray, unnest(c_escrow) AS escrow, unnest(c_stack_1) AS stack_1,
                unnest(c_stack_2) AS stack_2, unnest(c_stack_3) AS stack_3, unnest(c_stack_4) AS stack_4,
                unnest(c_stack_5) AS stack_5, unnest(c_stack_6) AS stack_6, unnest(c_stack_7) AS stack_7
        ) AS it
        WHERE held.id = substr(it.stream, 7) AND starts_with(it.stream, 'table/')
            AND held.version = coalesce(it.before, it.version - 1) AND held.hash = it.before_hash;
    GET DIAGNOSTICS moved = ROW_COUNT;
    IF moved <> t_count THEN
        PERFORM refuse_batch(e_stream);
    END IF;
    IF cardinality(h_stream) > 0 THEN
        PERFORM move_heads(h_stream, h_before, h_before_hash, h_version, h_hash, h_at);
    END IF;
    IF cardinality(b_account) > 0 THEN
        PERFORM move_others(b_account, b_net, b_lowest, b_floor);
    END IF;
    PERFORM add_entries(e_stream, e_version, e_at, e_actor, e_key, e_kind, e_body, e_postings, e_before, e_hash);
END $$;

-- What is in the books already.
WITH ends AS (DELETE FROM other_head WHERE starts_with(stream, 'table/') RETURNING *)
INSERT INTO table_chips (id, version, at, hash) SELECT substr(stream, 7), version, at, hash FROM ends
    ON CONFLICT (id) DO UPDATE SET version = excluded.version, at = excluded.at, hash = excluded.hash;
