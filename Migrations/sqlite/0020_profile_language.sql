-- The language that a user writes, by the code of ISO 639-1; NULL if the user stated none.

ALTER TABLE users ADD COLUMN language TEXT;
