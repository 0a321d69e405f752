-- The actions of administrators, over REST and on the command line. `target_id` is the id of the account concerned.

CREATE TABLE audit_log (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  created_at BIGINT NOT NULL,
  source TEXT NOT NULL,
  admin_id TEXT REFERENCES users (id) ON DELETE SET NULL,
  admin_name TEXT NOT NULL DEFAULT '',
  address TEXT NOT NULL DEFAULT '',
  action TEXT NOT NULL,
  target_id TEXT,
  target TEXT NOT NULL DEFAULT '',
  details TEXT NOT NULL DEFAULT '{}'
);

CREATE INDEX audit_log_admin ON audit_log (admin_id, id);
CREATE INDEX audit_log_target ON audit_log (target_id, id);

-- Rows stay without the personal data of deleted accounts.
CREATE TRIGGER audit_log_of_deleted_users BEFORE DELETE ON users BEGIN
  UPDATE audit_log SET target = '', details = '{}' WHERE target_id = OLD.id;
  UPDATE audit_log SET admin_name = '', address = '' WHERE admin_id = OLD.id;
END;

-- One-time links to choose a password, at most one for each account. Only digests of the tokens are stored.

CREATE TABLE password_links (
  user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  digest TEXT NOT NULL UNIQUE,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
);

CREATE INDEX password_links_expiry ON password_links (expires_at);

-- The reason of the last failed attempt.
ALTER TABLE jobs ADD COLUMN error TEXT;

-- Jobs that failed permanently, under the ids that they had.

CREATE TABLE failed_jobs (
  id BIGINT PRIMARY KEY,
  kind TEXT NOT NULL,
  user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
  payload TEXT NOT NULL,
  attempt BIGINT NOT NULL,
  error TEXT NOT NULL,
  enqueued_at BIGINT NOT NULL,
  failed_at BIGINT NOT NULL
);

CREATE INDEX failed_jobs_user ON failed_jobs (user_id);
CREATE INDEX failed_jobs_age ON failed_jobs (failed_at);
