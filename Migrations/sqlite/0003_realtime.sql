-- Open sockets, the events that users should hear, and how far each kind of socket has heard.

CREATE TABLE active_websocket_connections (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  connection_id TEXT NOT NULL UNIQUE,
  connection_type TEXT NOT NULL,
  device_id TEXT,
  node TEXT NOT NULL,
  connected_at BIGINT NOT NULL,
  last_ping_at BIGINT NOT NULL
);

CREATE INDEX idx_user_connection_type ON active_websocket_connections (user_id, connection_type);
CREATE INDEX idx_last_ping ON active_websocket_connections (last_ping_at);

CREATE TABLE user_events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  payload TEXT NOT NULL,
  created_at BIGINT NOT NULL
);

CREATE INDEX user_events_user ON user_events (user_id, id);
CREATE INDEX user_events_created ON user_events (created_at);

CREATE TABLE event_cursors (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  connection_type TEXT NOT NULL,
  event_id BIGINT NOT NULL,
  PRIMARY KEY (user_id, connection_type)
);
