-- The books. An entry's postings are JSON, [["account", amount], ...], in units of 1/10,000 of a dollar;
-- the view `posting` shows them line by line.
CREATE TABLE entry (
    position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    stream   text   NOT NULL,
    version  bigint NOT NULL,
    at       bigint NOT NULL,
    actor    text   NOT NULL,
    key      text   NOT NULL,
    kind     text   NOT NULL,
    body     bytea  NOT NULL,
    postings text   NOT NULL,
    before   bytea  NOT NULL,
    hash     bytea  NOT NULL,
    UNIQUE (stream, version),
    UNIQUE (stream, key)
);

CREATE TABLE head (
    stream  text   PRIMARY KEY,
    version bigint NOT NULL,
    at      bigint NOT NULL,
    hash    bytea  NOT NULL
) WITH (fillfactor = 70);

CREATE TABLE balance (
    account text   PRIMARY KEY,
    amount  bigint NOT NULL,
    floor   bigint,
    CHECK (floor IS NULL OR amount >= floor)
) WITH (fillfactor = 70);

CREATE TABLE checkpoint (
    number    bigint PRIMARY KEY,
    at        bigint NOT NULL,
    heads     bytea  NOT NULL,
    balances  bytea  NOT NULL,
    entries   bigint NOT NULL,
    before    bytea  NOT NULL,
    signature bytea  NOT NULL
);

CREATE VIEW posting AS
SELECT entry.stream, entry.version, line.number AS line,
       line.value ->> 0 AS account, (line.value ->> 1)::bigint AS amount
FROM entry, jsonb_array_elements(entry.postings::jsonb) WITH ORDINALITY AS line (value, number);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the books are only ever appended to';
END $$;
CREATE TRIGGER entry_is_never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON entry
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER checkpoint_is_never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON checkpoint
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Appends one batch in one call: streams' ends, then balances, then the entries. One batch is written at a time,
-- whoever writes it: so positions are in the order of commits, and no two writers can wait for each other.
CREATE FUNCTION append_entries(
    h_stream text[], h_before bigint[], h_before_hash bytea[], h_version bigint[], h_hash bytea[], h_at bigint[],
    b_account text[], b_net bigint[], b_lowest bigint[], b_floor bigint[],
    e_stream text[], e_version bigint[], e_at bigint[], e_actor text[], e_key text[], e_kind text[],
    e_body bytea[], e_postings text[], e_before bytea[], e_hash bytea[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    moved bigint;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('append_entries'));
    INSERT INTO head
        SELECT it.stream, 0, 0, decode(repeat('00', 32), 'hex')
        FROM unnest(h_stream, h_before) AS it (stream, before) WHERE it.before = 0
        ON CONFLICT DO NOTHING;
    UPDATE head SET version = it.version, at = it.at, hash = it.hash
        FROM unnest(h_stream, h_before, h_before_hash, h_version, h_hash, h_at)
            AS it (stream, before, before_hash, version, hash, at)
        WHERE head.stream = it.stream AND head.version = it.before AND head.hash = it.before_hash;
    GET DIAGNOSTICS moved = ROW_COUNT;
    IF moved <> cardinality(h_stream) THEN
        RAISE EXCEPTION 'another entry came in between: %', array_to_string(h_stream, ', ')
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;

    INSERT INTO balance
        SELECT it.account, 0, it.floor FROM unnest(b_account, b_floor) AS it (account, floor)
        WHERE NOT EXISTS (SELECT FROM balance WHERE balance.account = it.account);
    UPDATE balance SET amount = balance.amount + it.net
        FROM unnest(b_account, b_net, b_lowest) AS it (account, net, lowest)
        WHERE balance.account = it.account
          AND (balance.floor IS NULL OR balance.amount + it.lowest >= balance.floor);
    GET DIAGNOSTICS moved = ROW_COUNT;
    IF moved <> cardinality(b_account) THEN
        RAISE EXCEPTION '%', (
            SELECT string_agg(format('%s holds %s and cannot give %s', it.account, balance.amount, -it.lowest), '; ')
            FROM unnest(b_account, b_lowest) AS it (account, lowest) JOIN balance USING (account)
            WHERE balance.amount + it.lowest < balance.floor
        ) USING ERRCODE = 'integrity_constraint_violation';
    END IF;

    INSERT INTO entry (stream, version, at, actor, key, kind, body, postings, before, hash)
        SELECT * FROM unnest(
            e_stream, e_version, e_at, e_actor, e_key, e_kind, e_body, e_postings, e_before, e_hash
        );
END $$;
