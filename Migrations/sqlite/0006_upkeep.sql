-- What upkeep looks for, found without reading whole tables.

CREATE INDEX meal_logs_keys ON meal_logs (created_at) WHERE idempotency_key IS NOT NULL;
CREATE INDEX refresh_tokens_expiry ON refresh_tokens (expires_at);
