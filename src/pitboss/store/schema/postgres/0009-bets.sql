-- The keys of bets that others' bets or the clock dealt: they are in the bodies of deals. With them a bet that is sent
-- again is found however late, and a deal under such a key is refused. Earlier deals have none.
CREATE TABLE bet_key (
    key      text   COLLATE "C" NOT NULL,
    stream   text   COLLATE "C" NOT NULL,
    position bigint NOT NULL,
    PRIMARY KEY (key, stream)
);

-- Follows the deals after a position.
CREATE FUNCTION follow_bets(last_position bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (
        SELECT FROM entry JOIN bet_key AS bet ON bet.key = entry.key AND bet.stream = entry.stream
        WHERE entry.position > last_position AND kind = 'dealt'
    ) THEN
        RAISE EXCEPTION 'the bet of this key was dealt before' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    INSERT INTO bet_key
        SELECT bet ->> 0, deal.stream, deal.position
        FROM (
            SELECT stream, position, convert_from(body, 'UTF8')::jsonb AS said FROM entry
            WHERE position > last_position AND kind = 'dealt' AND position('"keys":['::bytea IN body) > 0
        ) AS deal, jsonb_array_elements(deal.said -> 'keys') AS bet
        ON CONFLICT DO NOTHING;
END $$;

CREATE OR REPLACE FUNCTION add_entries(
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
    IF 'dealt' = ANY (e_kind) THEN
        PERFORM follow_bets(last_position);
    END IF;
END $$;
