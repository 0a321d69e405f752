import Accounts

/// `auth`.
enum AccountSettings {
  static let all: [Setting] = [
    .list(
      "auth.api_keys", .any, \.apiKeys,
      "Values of `X-API-Key`. If any is set, `/api/v1` and `/ws/consultation` require one.",
      isSecret: true),
    .text(
      "auth.signing_key", "", signingKey, \.signingKey,
      "Key of access tokens (HS256), at least 32 bytes. Empty: `signing.key` in the data folder, which the first start "
        + "creates.",
      danger: "A change ends all sessions.", isSecret: true),
    .text("auth.issuer", "hearth", \.issuer, "`iss` of tokens.", danger: "A change ends all sessions."),
    .text(
      "auth.jwk_set_file", "", \.jwkSetFile,
      "File with a JWK set (RFC 7517). Access tokens that are signed by its keys (RS256, ES256, EdDSA) are accepted too.",
      danger: "The owner of these keys can act as any linked account."),
    .text("auth.jwk_issuer", "", \.jwkIssuer, "Required `iss` of these tokens; empty: any."),
    .text(
      "auth.jwk_audience", "", \.jwkAudience, "Required `aud` of these tokens; empty: tokens with an `aud` are refused."
    ),
    .choice(
      "auth.external_accounts", "link", ExternalAccounts.allCases, \.accounts.externalAccounts,
      "Effect of a token whose identity is not linked to an account: `link` answers 401, `create` creates an account. "
        + "See [accounts](guides/accounts.md)."),
    .duration(
      "auth.access_token_ttl", zero, zeroMeansNone: \.accounts.accessLifetime,
      "Lifetime of access tokens. `0s`: as the client's interface documents.",
      danger: "A stolen token is valid for this long."),
    .duration(
      "auth.refresh_token_ttl", zero, zeroMeansNone: \.accounts.refreshLifetime,
      "Lifetime of refresh tokens. `0s`: as the client's interface documents."),
    .duration(
      "auth.refresh_retry_window", "0s", \.accounts.refreshRetryWindow,
      "Time for which a refresh with the token that a session spent last may be repeated, by a client that lost the "
        + "response. `0s`: a second use always ends the session.",
      danger: "For this long, the second use of a stolen token is not detected at once."),
    .integer(
      "auth.login_attempts", 10, 1...1_000_000, "failures", \.accounts.loginAttempts,
      "Wrong passwords for one account from one address in the window; beyond it 429 for both together until the window "
        + "ends. See [accounts](guides/accounts.md)."),
    .integer(
      "auth.address_attempts", 100, 1...1_000_000, "failures", \.accounts.addressAttempts,
      "Wrong passwords from one address in the window, for all accounts; beyond it 429 for that address until the window "
        + "ends."),
    .integer(
      "auth.account_attempts", 10, 1...1_000_000, "failures", \.accounts.accountAttempts,
      "Wrong passwords for one account from all addresses in the window; beyond it, logins from addresses without an "
        + "earlier login are delayed by 1 s, 2 s, 4 s and so on."),
    .duration(
      "auth.max_account_delay", "30s", \.accounts.maxAccountDelay, "The longest of these delays; `0s`: no delay."),
    .duration(
      "auth.login_window", "5m", \.accounts.loginWindow,
      "The window of these three counts; it starts with the first wrong password."),
    .duration(
      "auth.password_link_ttl", "24h", \.accounts.passwordLinkLifetime,
      "Lifetime of a one-time link to choose a password. See [administration](guides/administration.md)."),
    .integer(
      "auth.hash_threads", 0, 0...64, "threads", \.hashThreads,
      "Threads that hash passwords, each with 32 MiB while it hashes. 0: one for every two cores, at least 1 and at most "
        + "4."),
    .choice(
      "auth.signup", "open", SignUpMode.allCases, \.accounts.signUp,
      "Clients that may create an account: `open` all, `invite` those with an invitation code, `closed` none. See "
        + "[accounts](guides/accounts.md)."),
    .integer(
      "auth.signups_per_hour", 20, 0...1_000_000, "accounts", \.accounts.signUpsPerHour,
      "Sign-ups of one client address (IPv6: /64 network) in an hour; beyond it 429. 0: no limit, which is the default "
        + "with `dev`."),
  ]

  private static let zero = "0s"

  private static let signingKey = TextForm(name: "empty or at least \(SigningKey.minBytes) bytes long") {
    $0.isEmpty || $0.utf8.count >= SigningKey.minBytes
  }
}
