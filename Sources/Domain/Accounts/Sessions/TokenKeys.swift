import JWT
import Runtime

/// Signs tokens and verifies them with the current keys. Any thread.
final class TokenKeys: Sendable {
  /// Signs the tokens of this server.
  let signer: TokenSigner
  private let verifiers: HotSwappable<TokenVerifier>
  private let makeVerifier: @Sendable (ExternalTokens?) -> TokenVerifier

  /// - Parameters:
  ///   - key: the HS256 key, at least 32 bytes.
  ///   - external: another issuer whose access tokens are accepted.
  init(key: [UInt8], issuer: String, external: ExternalTokens?) {
    signer = TokenSigner(key: key, issuer: issuer)
    makeVerifier = { TokenVerifier(key: key, issuer: issuer, external: $0) }
    verifiers = HotSwappable(makeVerifier(external))
  }

  /// Verifies tokens of this server and of the other issuer.
  var verifier: TokenVerifier { verifiers.current }

  /// Replaces the other issuer.
  func replaceExternalTokens(by external: ExternalTokens?) { verifiers.replace(by: makeVerifier(external)) }
}
