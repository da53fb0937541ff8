-- Which process wrote an entry, and the marks that sign what each process wrote: see `pitboss.ledger.marks`. Entries that
-- are older have no writer. A mark replaces the one before it.
SELECT pg_advisory_xact_lock(hashtext('append_entries'));
ALTER TABLE entry ADD COLUMN writer bigint;
CREATE TABLE mark (
    name      text   COLLATE "C" PRIMARY KEY,
    count     bigint NOT NULL,
    chain     bytea  NOT NULL,
    signature bytea  NOT NULL
) WITH (fillfactor = 50);

-- Who writes: `sign_batch` says it. Once the signing has begun, nobody writes without it: not an older version that still runs.
CREATE FUNCTION current_writer() RETURNS bigint STABLE LANGUAGE plpgsql AS $$
DECLARE
    number text := nullif(current_setting('pitboss.writer', true), '');
BEGIN
    IF number IS NULL AND EXISTS (SELECT FROM mark WHERE name = 'writers') THEN
        RAISE EXCEPTION 'every entry of these books is signed';
    END IF;
    RETURN number::bigint;
END $$;
ALTER TABLE entry ALTER COLUMN writer SET DEFAULT current_writer();

-- Signs the batch of this transaction, before it is appended.
CREATE FUNCTION sign_batch(m_name text, m_before bigint, m_count bigint, m_chain bytea, m_signature bytea)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE mark SET count = m_count, chain = m_chain, signature = m_signature
        WHERE name = m_name AND count = m_before;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'the mark % is not as its process left it', m_name
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    PERFORM set_config('pitboss.writer', split_part(m_name, '/', 2), true);
END $$;

-- The root over all entries that a checkpoint signs, and the hashes of the tree's whole branches.
ALTER TABLE checkpoint ADD COLUMN tree bytea NOT NULL DEFAULT '';
CREATE TABLE branch (
    number bigint PRIMARY KEY,
    hash   bytea  NOT NULL
);
