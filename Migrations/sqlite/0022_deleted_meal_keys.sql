-- The idempotency keys of deleted meal logs: a repeated request must not bring a deleted meal back.

CREATE TABLE deleted_meal_keys (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  idempotency_key TEXT NOT NULL,
  request_digest TEXT NOT NULL,
  -- The creation of the log, as in `meal_logs`.
  created_at BIGINT NOT NULL,
  PRIMARY KEY (user_id, idempotency_key)
);

CREATE INDEX deleted_meal_keys_age ON deleted_meal_keys (created_at);

CREATE TRIGGER usage_of_new_deleted_meal_keys AFTER INSERT ON deleted_meal_keys BEGIN
  UPDATE user_usage SET bytes = bytes + (200 + LENGTH(CAST(NEW.idempotency_key AS BLOB))) WHERE user_id = NEW.user_id;
END;

CREATE TRIGGER usage_of_expired_deleted_meal_keys AFTER DELETE ON deleted_meal_keys BEGIN
  UPDATE user_usage SET bytes = bytes - (200 + LENGTH(CAST(OLD.idempotency_key AS BLOB))) WHERE user_id = OLD.user_id;
END;
