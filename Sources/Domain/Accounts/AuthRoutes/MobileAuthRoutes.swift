import API
import HTTPServer
import JSONCodec

/// `/api/auth/token`, as the mobile-sync clients know it (docs/api/rest-accounts.md#families); with and without the
/// trailing slash.
struct MobileAuthRoutes: Sendable {
  let accounts: AccountsService

  private var requests: AuthRequests { AuthRequests(accounts: accounts) }

  var routes: [Route] {
    [
      Route(MobileAuthOperations.logIn) { request in
        .json(body(try await requests.logIn(request, family: .mobile)))
      },
      Route(MobileAuthOperations.refresh) { request in
        .json(body(try await requests.refresh(request, family: .mobile)))
      },
    ]
  }

  private func body(_ tokens: IssuedTokens) -> JSONValue {
    [
      "access": .string(tokens.access), "refresh": .string(tokens.refresh),
      "expires_in": .integer(Int64(tokens.expiresIn)),
    ]
  }
}
