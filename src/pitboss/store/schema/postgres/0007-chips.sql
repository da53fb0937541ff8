-- A round moves the chips of one table, and each account of them was a row of its own to find and to write. They are one row
-- now: tray, escrow and the stacks of seven seats. The view `balance` shows them beside all other accounts, as before.
-- Whoever appends a batch has this lock first, so nobody waits for anybody in a circle.
SELECT pg_advisory_xact_lock(hashtext('append_entries'));

ALTER TABLE balance RENAME TO other_balance;
-- An account that was never moved is NULL. A tray may fall below zero, what is a player's may not.
CREATE TABLE table_chips (
    id      text   COLLATE "C" PRIMARY KEY,
    tray    bigint,
    escrow  bigint,
    stack_1 bigint,
    stack_2 bigint,
    stack_3 bigint,
    stack_4 bigint,
    stack_5 bigint,
    stack_6 bigint,
    stack_7 bigint,
    CONSTRAINT chips_never_fall_below_zero
        CHECK (least(escrow, stack_1, stack_2, stack_3, stack_4, stack_5, stack_6, stack_7) >= 0)
) WITH (fillfactor = 70);

-- Names do not change, so neither do these indexes: they find one account through the view.
CREATE INDEX ON table_chips (('tray:' || id));
CREATE INDEX ON table_chips (('escrow:' || id));
CREATE INDEX ON table_chips (('stack:' || id || ':1'));
CREATE INDEX ON table_chips (('stack:' || id || ':2'));
CREATE INDEX ON table_chips (('stack:' || id || ':3'));
CREATE INDEX ON table_chips (('stack:' || id || ':4'));
CREATE INDEX ON table_chips (('stack:' || id || ':5'));
CREATE INDEX ON table_chips (('stack:' || id || ':6'));
CREATE INDEX ON table_chips (('stack:' || id || ':7'));

CREATE VIEW balance AS
SELECT account, amount, floor FROM other_balance
UNION ALL SELECT 'tray:' || id, tray, NULL FROM table_chips WHERE tray IS NOT NULL
UNION ALL SELECT 'escrow:' || id, escrow, 0 FROM table_chips WHERE escrow IS NOT NULL
UNION ALL SELECT 'stack:' || id || ':1', stack_1, 0 FROM table_chips WHERE stack_1 IS NOT NULL
UNION ALL SELECT 'stack:' || id || ':2', stack_2, 0 FROM table_chips WHERE stack_2 IS NOT NULL
UNION ALL SELECT 'stack:' || id || ':3', stack_3, 0 FROM table_chips WHERE stack_3 IS NOT NULL
UNION ALL SELECT 'stack:' || id || ':4', stack_4, 0 FROM table_chips WHERE stack_4 IS NOT NULL
UNION ALL SELECT 'stack:' || id || ':5', stack_5, 0 FROM table_chips WHERE stack_5 IS NOT NULL
UNION ALL SELECT 'stack:' || id || ':6', stack_6, 0 FROM table_chips WHERE stack_6 IS NOT NULL
UNION ALL SELECT 'stack:' || id || ':7', stack_7, 0 FROM table_chips WHERE stack_7 IS NOT NULL;

-- A step of a round that no client gave a key has one of the house's own, "round/...". Nobody asks for it by that, and its
-- place in the stream is taken only once: so it is in no index.
ALTER TABLE entry DROP CONSTRAINT entry_key_stream_key;
CREATE UNIQUE INDEX entry_key ON entry (key, stream) WHERE key NOT LIKE 'round/%';

-- The column of `table_chips` that an account is; NULL: it is a row of `other_balance`.
CREATE FUNCTION chip_column(account text) RETURNS text IMMUTABLE LANGUAGE sql AS $$
    SELECT CASE
        WHEN account ~ '^(tray|escrow):[^:]+$' THEN split_part(account, ':', 1)
        WHEN account ~ '^stack:[^:]+:[1-7]$' THEN 'stack_' || split_part(account, ':', 3)
    END
$$;

CREATE FUNCTION move_heads(
    h_stream text[], h_before bigint[], h_before_hash bytea[], h_version bigint[], h_hash bytea[], h_at bigint[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    moved bigint;
BEGIN
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
END $$;

-- What the accounts of tables gain; NULL: they do not move. No account may appear to hold less on the way than it does
-- before or after.
CREATE FUNCTION move_chips(
    c_id text[], c_tray bigint[], c_escrow bigint[], c_stack_1 bigint[], c_stack_2 bigint[], c_stack_3 bigint[],
    c_stack_4 bigint[], c_stack_5 bigint[], c_stack_6 bigint[], c_stack_7 bigint[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    moved bigint;
BEGIN
    UPDATE table_chips AS held SET
        tray = coalesce(held.tray + it.tray, held.tray, it.tray),
        escrow = coalesce(held.escrow + it.escrow, held.escrow, it.escrow),
        stack_1 = coalesce(held.stack_1 + it.stack_1, held.stack_1, it.stack_1),
        stack_2 = coalesce(held.stack_2 + it.stack_2, held.stack_2, it.stack_2),
        stack_3 = coalesce(held.stack_3 + it.stack_3, held.stack_3, it.stack_3),
        stack_4 = coalesce(held.stack_4 + it.stack_4, held.stack_4, it.stack_4),
        stack_5 = coalesce(held.stack_5 + it.stack_5, held.stack_5, it.stack_5),
        stack_6 = coalesce(held.stack_6 + it.stack_6, held.stack_6, it.stack_6),
        stack_7 = coalesce(held.stack_7 + it.stack_7, held.stack_7, it.stack_7)
        FROM unnest(c_id, c_tray, c_escrow, c_stack_1, c_stack_2, c_stack_3, c_stack_4, c_stack_5, c_stack_6, c_stack_7)
            AS it (id, tray, escrow, stack_1, stack_2, stack_3, stack_4, stack_5, stack_6, stack_7)
        WHERE held.id = it.id;
    GET DIAGNOSTICS moved = ROW_COUNT;
    IF moved <> cardinality(c_id) THEN  -- a table is new
        INSERT INTO table_chips
            SELECT it.*
            FROM unnest(
                c_id, c_tray, c_escrow, c_stack_1, c_stack_2, c_stack_3, c_stack_4, c_stack_5, c_stack_6, c_stack_7
            ) AS it (id, tray, escrow, stack_1, stack_2, stack_3, stack_4, stack_5, stack_6, stack_7)
            WHERE NOT EXISTS (SELECT FROM table_chips AS held WHERE held.id = it.id);
    END IF;
END $$;

CREATE FUNCTION move_others(b_account text[], b_net bigint[], b_lowest bigint[], b_floor bigint[])
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    moved        bigint;
    moved_new    bigint := 0;
    new_accounts text[];
BEGIN
    UPDATE other_balance AS held SET amount = held.amount + it.net
        FROM unnest(b_account, b_net, b_lowest) AS it (account, net, lowest)
        WHERE held.account = it.account AND (held.floor IS NULL OR held.amount + it.lowest >= held.floor);
    GET DIAGNOSTICS moved = ROW_COUNT;
    IF moved <> cardinality(b_account) THEN  -- an account is new, or would fall too low
        -- A row is made with nothing in it first: its floor is checked against what it holds then.
        WITH made AS (
            INSERT INTO other_balance
                SELECT it.account, 0, it.floor FROM unnest(b_account, b_floor) AS it (account, floor)
                WHERE NOT EXISTS (SELECT FROM other_balance AS held WHERE held.account = it.account)
                RETURNING account
        ) SELECT array_agg(account) INTO new_accounts FROM made;
        UPDATE other_balance AS held SET amount = it.net
            FROM unnest(b_account, b_net, b_lowest) AS it (account, net, lowest)
            WHERE held.account = it.account AND it.account = ANY (new_accounts)
              AND (held.floor IS NULL OR it.lowest >= held.floor);
        GET DIAGNOSTICS moved_new = ROW_COUNT;
    END IF;
    IF moved + moved_new <> cardinality(b_account) THEN
        PERFORM refuse_overdrafts(b_account, b_lowest, b_floor);
    END IF;
END $$;

-- Says which accounts would fall below their floors; returns where there is none.
CREATE FUNCTION refuse_overdrafts(b_account text[], b_lowest bigint[], b_floor bigint[])
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    overdrafts text;
BEGIN
    SELECT string_agg(format('%s holds %s and cannot give %s', it.account, coalesce(held.amount, 0), -it.lowest), '; ')
        INTO overdrafts
        FROM unnest(b_account, b_lowest, b_floor) AS it (account, lowest, floor) LEFT JOIN balance AS held USING (account)
        WHERE coalesce(held.amount, 0) + it.lowest < it.floor;
    IF overdrafts IS NOT NULL THEN
        RAISE EXCEPTION '%', overdrafts USING ERRCODE = 'integrity_constraint_violation';
    END IF;
END $$;

-- Moves accounts of every kind, by their names.
CREATE FUNCTION move_balances(b_account text[], b_net bigint[], b_lowest bigint[], b_floor bigint[])
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM refuse_overdrafts(b_account, b_lowest, b_floor);
    PERFORM move_chips(
        array_agg(id), array_agg(tray), array_agg(escrow), array_agg(stack_1), array_agg(stack_2), array_agg(stack_3),
        array_agg(stack_4), array_agg(stack_5), array_agg(stack_6), array_agg(stack_7)
    ) FROM (
        SELECT split_part(account, ':', 2) AS id,
            sum(net) FILTER (WHERE place = 'tray')::bigint AS tray,
            sum(net) FILTER (WHERE place = 'escrow')::bigint AS escrow,
            sum(net) FILTER (WHERE place = 'stack_1')::bigint AS stack_1,
            sum(net) FILTER (WHERE place = 'stack_2')::bigint AS stack_2,
            sum(net) FILTER (WHERE place = 'stack_3')::bigint AS stack_3,
            sum(net) FILTER (WHERE place = 'stack_4')::bigint AS stack_4,
            sum(net) FILTER (WHERE place = 'stack_5')::bigint AS stack_5,
            sum(net) FILTER (WHERE place = 'stack_6')::bigint AS stack_6,
            sum(net) FILTER (WHERE place = 'stack_7')::bigint AS stack_7
        FROM (SELECT account, net, chip_column(account) AS place FROM unnest(b_account, b_net) AS it (account, net)) AS it
        WHERE place IS NOT NULL GROUP BY id
    ) AS moved HAVING count(*) > 0;
    PERFORM move_others(array_agg(account), array_agg(net), array_agg(lowest), array_agg(floor))
        FROM unnest(b_account, b_net, b_lowest, b_floor) AS it (account, net, lowest, floor)
        WHERE chip_column(account) IS NULL HAVING count(*) > 0;
END $$;

CREATE FUNCTION add_entries(
    e_stream text[], e_version bigint[], e_at bigint[], e_actor text[], e_key text[], e_kind text[],
    e_body bytea[], e_postings text[], e_before bytea[], e_hash bytea[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    last_position bigint;
BEGIN
    SELECT coalesce(max(position), 0) INTO last_position FROM entry;
    INSERT INTO entry (position, stream, version, at, actor, key, kind, body, postings, before, hash)
        SELECT last_position + generate_subscripts(e_stream, 1), unnest(e_stream), unnest(e_version), unnest(e_at),
            unnest(e_actor), unnest(e_key), unnest(e_kind), unnest(e_body), unnest(e_postings), unnest(e_before),
            unnest(e_hash);
    IF e_kind && ARRAY['seat-taken', 'seats-left'] THEN
        PERFORM follow_sittings(e_stream, e_version, e_at, e_kind, e_body);
    END IF;
END $$;

-- Appends one batch in one call: streams' ends, then balances, then the entries. One batch is written at a time,
-- whoever writes it: so positions are in the order of commits, and no two writers can wait for each other.
-- Here the chips of tables come apart, a row for each table.
CREATE FUNCTION append_steps(
    h_stream text[], h_before bigint[], h_before_hash bytea[], h_version bigint[], h_hash bytea[], h_at bigint[],
    c_id text[], c_tray bigint[], c_escrow bigint[], c_stack_1 bigint[], c_stack_2 bigint[], c_stack_3 bigint[],
    c_stack_4 bigint[], c_stack_5 bigint[], c_stack_6 bigint[], c_stack_7 bigint[],
    b_account text[], b_net bigint[], b_lowest bigint[], b_floor bigint[],
    e_stream text[], e_version bigint[], e_at bigint[], e_actor text[], e_key text[], e_kind text[],
    e_body bytea[], e_postings text[], e_before bytea[], e_hash bytea[]
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('append_entries'));
    PERFORM move_heads(h_stream, h_before, h_before_hash, h_version, h_hash, h_at);
    IF cardinality(c_id) > 0 THEN
        PERFORM move_chips(
            c_id, c_tray, c_escrow, c_stack_1, c_stack_2, c_stack_3, c_stack_4, c_stack_5, c_stack_6, c_stack_7
        );
    END IF;
    IF cardinality(b_account) > 0 THEN
        PERFORM move_others(b_account, b_net, b_lowest, b_floor);
    END IF;
    PERFORM add_entries(e_stream, e_version, e_at, e_actor, e_key, e_kind, e_body, e_postings, e_before, e_hash);
END $$;

-- The same with all accounts by their names: for batches that cannot be packed, and for processes of an older version, which
-- go on writing while they are replaced one by one.
CREATE OR REPLACE FUNCTION append_entries(
    h_stream text[], h_before bigint[], h_before_hash bytea[], h_version bigint[], h_hash bytea[], h_at bigint[],
    b_account text[], b_net bigint[], b_lowest bigint[], b_floor bigint[],
    e_stream text[], e_version bigint[], e_at bigint[], e_actor text[], e_key text[], e_kind text[],
    e_body bytea[], e_postings text[], e_before bytea[], e_hash bytea[]
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('append_entries'));
    PERFORM move_heads(h_stream, h_before, h_before_hash, h_version, h_hash, h_at);
    PERFORM move_balances(b_account, b_net, b_lowest, b_floor);
    PERFORM add_entries(e_stream, e_version, e_at, e_actor, e_key, e_kind, e_body, e_postings, e_before, e_hash);
END $$;

-- What is in the books already.
WITH chips AS (DELETE FROM other_balance WHERE chip_column(account) IS NOT NULL RETURNING account, amount, floor)
SELECT move_balances(array_agg(account), array_agg(amount), array_agg(least(amount, 0)), array_agg(floor)) FROM chips
    HAVING count(*) > 0;
