-- Accounts that were signed out by another process than the server: a command. The server cuts their sockets.

CREATE TABLE sign_outs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id TEXT NOT NULL,
  created_at BIGINT NOT NULL
);
