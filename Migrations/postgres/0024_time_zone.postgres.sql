-- The time zone in which a user's days are counted: a name of the IANA database or an offset; NULL for UTC.

ALTER TABLE users ADD COLUMN time_zone TEXT COLLATE "C";
