-- A name as its owner writes it; empty: as it is compared, in the column "name".
ALTER TABLE credential ADD COLUMN shown TEXT NOT NULL DEFAULT '';
