-- The digest of the refresh token that a session spent last. It may be presented again for a while, because a client may
-- have lost the response.

ALTER TABLE sessions ADD COLUMN last_spent TEXT COLLATE "C";
