-- Deletions of synced items are forgotten after a time. A device that has heard of no change from the newest one of them on
-- may have missed it.
ALTER TABLE sync_heads ADD COLUMN floor_id BIGINT NOT NULL DEFAULT 0;
CREATE INDEX sync_items_deleted ON sync_items (changed_at) WHERE deleted = 1;

-- What an account lost, and what its devices hear of behind a change.
CREATE INDEX sync_conflicts_user ON sync_conflicts (user_id, change_id);
