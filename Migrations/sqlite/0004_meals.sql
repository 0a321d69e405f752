-- Meal logs and the foods in them. Nutrients are grams, energy is kilocalories.

CREATE TABLE meal_logs (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  raw_input TEXT NOT NULL,
  meal_type TEXT NOT NULL,
  status TEXT NOT NULL,
  logged_at BIGINT NOT NULL,
  processing_started_at BIGINT,
  processing_completed_at BIGINT,
  error_code TEXT,
  error_message TEXT,
  idempotency_key TEXT,
  request_digest TEXT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  UNIQUE (user_id, idempotency_key)
);

CREATE INDEX meal_logs_user ON meal_logs (user_id, logged_at, id);

CREATE TABLE meal_items (
  id TEXT PRIMARY KEY,
  meal_log_id TEXT NOT NULL REFERENCES meal_logs (id) ON DELETE CASCADE,
  order_index BIGINT NOT NULL,
  name TEXT NOT NULL,
  quantity_text TEXT NOT NULL,
  quantity_value REAL NOT NULL,
  unit TEXT NOT NULL,
  grams REAL,
  calories REAL NOT NULL,
  protein REAL NOT NULL,
  carbohydrates REAL NOT NULL,
  fat REAL NOT NULL,
  fiber REAL,
  sugar REAL,
  confidence REAL NOT NULL,
  notes TEXT NOT NULL,
  food_type TEXT NOT NULL,
  created_at BIGINT NOT NULL
);

CREATE INDEX meal_items_log ON meal_items (meal_log_id, order_index);
