-- The idempotency keys of deleted meal logs: a repeated request must not bring a deleted meal back.

CREATE TABLE deleted_meal_keys (
  user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  idempotency_key TEXT COLLATE "C" NOT NULL,
  request_digest TEXT COLLATE "C" NOT NULL,
  -- The creation of the log, as in `meal_logs`.
  created_at BIGINT NOT NULL,
  PRIMARY KEY (user_id, idempotency_key)
);

CREATE INDEX deleted_meal_keys_age ON deleted_meal_keys (created_at);

CREATE FUNCTION usage_of_deleted_meal_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE user_usage SET bytes = bytes + (200 + OCTET_LENGTH(NEW.idempotency_key)) WHERE user_id = NEW.user_id;
  ELSE
    UPDATE user_usage SET bytes = bytes - (200 + OCTET_LENGTH(OLD.idempotency_key)) WHERE user_id = OLD.user_id;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER usage_of_new_deleted_meal_keys AFTER INSERT ON deleted_meal_keys
  FOR EACH ROW EXECUTE FUNCTION usage_of_deleted_meal_key();
CREATE TRIGGER usage_of_expired_deleted_meal_keys AFTER DELETE ON deleted_meal_keys
  FOR EACH ROW EXECUTE FUNCTION usage_of_deleted_meal_key();
