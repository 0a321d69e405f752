-- The identities of another issuer that are linked to accounts. Issuer and subject are compared byte by byte.

CREATE TABLE external_identities (
  id TEXT PRIMARY KEY,
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  linked_at BIGINT NOT NULL,
  linked_by TEXT NOT NULL,
  UNIQUE (issuer, subject)
);

CREATE INDEX external_identities_user ON external_identities (user_id);

-- Digests of identities that were unlinked or whose account was deleted. Their first use creates no account.

CREATE TABLE retired_identities (
  digest TEXT PRIMARY KEY,
  retired_at BIGINT NOT NULL
);

-- One-time codes that allow a sign-up. Only digests of the codes are stored.

CREATE TABLE invitations (
  id TEXT PRIMARY KEY,
  digest TEXT NOT NULL UNIQUE,
  note TEXT NOT NULL DEFAULT '',
  created_by TEXT REFERENCES users (id) ON DELETE CASCADE,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  used_at BIGINT,
  used_by TEXT REFERENCES users (id) ON DELETE CASCADE
);

CREATE INDEX invitations_expiry ON invitations (expires_at);
CREATE INDEX invitations_created_by ON invitations (created_by);
CREATE INDEX invitations_used_by ON invitations (used_by);
