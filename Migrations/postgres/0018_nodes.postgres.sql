-- Several servers of one database.

-- The incarnations of nodes. None is used twice.
CREATE SEQUENCE node_ids;

CREATE TABLE nodes (
  -- The incarnation: a run of a server, until it loses its place among the nodes.
  id BIGINT PRIMARY KEY,
  name TEXT COLLATE "C" NOT NULL,
  joined_at BIGINT NOT NULL,
  -- The process of PostgreSQL that holds the node's lock, to see when the node was active last.
  session BIGINT NOT NULL,
  -- The name of all sessions of the process (application_name).
  session_name TEXT COLLATE "C" NOT NULL,
  -- Identifies the key of access tokens, which all nodes must share.
  key_digest TEXT COLLATE "C" NOT NULL
);

-- The name of the cluster, for a bus that several clusters may use.
INSERT INTO storage_state (name, value) VALUES ('cluster', gen_random_uuid()::text);

-- The node that runs a job.
ALTER TABLE jobs ADD COLUMN node BIGINT;

-- The subject of a connection, for the limit of connections on all nodes.
ALTER TABLE active_websocket_connections ADD COLUMN topic TEXT COLLATE "C";
ALTER TABLE active_websocket_connections ADD COLUMN incarnation BIGINT NOT NULL DEFAULT 0;
CREATE INDEX active_websocket_connections_incarnation ON active_websocket_connections (incarnation);
CREATE INDEX active_websocket_connections_topic ON active_websocket_connections (topic) WHERE topic IS NOT NULL;

-- The node that has signed the account out itself; NULL for a command.
ALTER TABLE sign_outs ADD COLUMN node BIGINT;
