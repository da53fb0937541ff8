-- Several processes write: whoever is numbered first is committed first. So everything that a reader sees is
-- all up to some position, and a checkpoint is taken over exactly the entries before it. The lock is the last
-- that an append takes, so that two cannot wait for each other, and it is held until the commit.
CREATE FUNCTION wait_for_turn() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(1885959279);
    RETURN NULL;
END $$;
CREATE TRIGGER entries_are_numbered_as_committed BEFORE INSERT ON entry
    FOR EACH STATEMENT EXECUTE FUNCTION wait_for_turn();
