-- Several servers of one database. SQLite has one server, whose number is 0: there the table of nodes stays empty.

CREATE TABLE nodes (
  -- The incarnation: a run of a server, until it loses its place among the nodes.
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  joined_at INTEGER NOT NULL,
  session INTEGER NOT NULL,
  session_name TEXT NOT NULL,
  key_digest TEXT NOT NULL
);

-- The node that runs a job.
ALTER TABLE jobs ADD COLUMN node INTEGER;

-- The subject of a connection, for the limit of connections on all nodes.
ALTER TABLE active_websocket_connections ADD COLUMN topic TEXT;
ALTER TABLE active_websocket_connections ADD COLUMN incarnation INTEGER NOT NULL DEFAULT 0;
CREATE INDEX active_websocket_connections_incarnation ON active_websocket_connections (incarnation);
CREATE INDEX active_websocket_connections_topic ON active_websocket_connections (topic) WHERE topic IS NOT NULL;

-- The node that has signed the account out itself; NULL for a command.
ALTER TABLE sign_outs ADD COLUMN node INTEGER;
