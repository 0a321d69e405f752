import Accounts
import Bytes
import HTTPServer
import JSONCodec
import JWT
import Storage
import TestSupport

/// Accounts with an issuer whose key the test has.
final class ExternalIdentityHarness {
  static let issuer = "https://id.example.org"

  let accounts: AccountsHarness
  let service: AccountsService
  let external: ExternalTokens
  private let pair: SignatureKeyPair

  /// - Parameter issuer: what `auth.jwk_issuer` is; nil accepts every `iss`.
  init(_ mode: ExternalAccounts = .link, issuer: String? = ExternalIdentityHarness.issuer) throws {
    pair = try SignatureKeyPair(.edDSA)
    let set = JSONValue.object(["keys": .array([.object(pair.jwk(id: "k"))])])
    external = ExternalTokens(keys: try JWKSet(parsing: set.encoded), issuer: issuer, audience: nil)
    accounts = try AccountsHarness()
    var configuration = AccountsService.Configuration()
    configuration.externalAccounts = mode
    service = try accounts.service(configuration, external: external)
  }

  /// An access token of the issuer, valid for a day.
  func token(_ subject: String, issuer: String? = ExternalIdentityHarness.issuer) -> String {
    var claims: [String: JSONValue] = [
      "sub": .string(subject), "exp": .integer(accounts.clock.now.seconds + 86400),
    ]
    if let issuer { claims["iss"] = .string(issuer) }
    return pair.token(claims, header: ["kid": "k"])
  }

  /// The username of the account that a token reaches; nil if it is refused.
  func username(_ subject: String, issuer: String? = ExternalIdentityHarness.issuer) async throws -> String? {
    try await service.authenticator.authenticate(token(subject, issuer: issuer))?.username
  }

  /// An account with a session of its own. - Returns: its id and an access token.
  func account(_ name: String) async throws -> (id: String, token: String) {
    let user = try await service.commands.createUser(username: name, password: "Secret12")
    return (user.id, try await service.commands.issueToken(login: name).access)
  }

  func link(_ subject: String, to login: String, issuer: String = ExternalIdentityHarness.issuer) async throws {
    _ = try await service.commands.linkIdentity(issuer: issuer, subject: subject, login: login, dryRun: false)
  }
}
