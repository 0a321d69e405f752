-- What the devices of a user share: each item as it is now, under the change that made it so; the batches that were taken;
-- who was overwritten by whom. A change id belongs to one user and grows with each change.

CREATE TABLE sync_heads (
  user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  change_id BIGINT NOT NULL,
  item_count BIGINT NOT NULL DEFAULT 0
);

-- `digest` is that of what a device uploaded, '' where the server itself changed the item; `past` the last few before it.
-- The content of meal logs stands in their own tables.
CREATE TABLE sync_items (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  data_type TEXT NOT NULL,
  item_id TEXT NOT NULL,
  change_id BIGINT NOT NULL,
  deleted BIGINT NOT NULL DEFAULT 0,
  content TEXT NOT NULL DEFAULT '',
  digest TEXT NOT NULL DEFAULT '',
  past TEXT NOT NULL DEFAULT '',
  device_id TEXT,
  changed_at BIGINT NOT NULL,
  PRIMARY KEY (user_id, data_type, item_id)
);

CREATE UNIQUE INDEX sync_items_changes ON sync_items (user_id, change_id);

CREATE TABLE sync_batches (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  batch_key TEXT NOT NULL,
  digest TEXT NOT NULL,
  result TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (user_id, batch_key)
);

CREATE INDEX sync_batches_age ON sync_batches (created_at);

CREATE TABLE sync_conflicts (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  data_type TEXT NOT NULL,
  item_id TEXT NOT NULL,
  loser TEXT NOT NULL,
  winner TEXT,
  change_id BIGINT NOT NULL,
  lost_content TEXT NOT NULL,
  lost_deleted BIGINT NOT NULL,
  told_at BIGINT,
  resolution TEXT,
  created_at BIGINT NOT NULL
);

CREATE INDEX sync_conflicts_untold ON sync_conflicts (user_id, loser) WHERE told_at IS NULL;
CREATE INDEX sync_conflicts_age ON sync_conflicts (created_at);

-- Meals that were logged before there was sync.
INSERT INTO sync_items (user_id, data_type, item_id, change_id, changed_at)
  SELECT user_id, 'meal_log', id, ROW_NUMBER() OVER (PARTITION BY user_id ORDER BY created_at, id), updated_at
  FROM meal_logs;
INSERT INTO sync_heads (user_id, change_id, item_count)
  SELECT user_id, COUNT(*), COUNT(*) FROM meal_logs GROUP BY user_id;

-- Accounts that asked to be deleted and are not gone yet.
CREATE TABLE account_deletions (
  user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  requested_at BIGINT NOT NULL
);
