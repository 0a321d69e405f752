-- Why a meal could not be parsed, for clients that missed the event: JSON with `details` and `suggestions`. NULL for logs
-- that failed before this migration.

ALTER TABLE meal_logs ADD COLUMN failure TEXT;
