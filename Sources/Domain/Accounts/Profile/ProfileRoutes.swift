import API
import Bytes
import HTTPServer
import HealthModels
import JSONCodec

/// `/api/v1/users/me`.
struct ProfileRoutes: Sendable {
  let accounts: AccountsService

  var routes: [Route] {
    [
      Route(ProfileOperations.get) { request in
        try await shown(try await accounts.users.bearer(of: request))
      },
      Route(ProfileOperations.put) { try await update($0) },
      Route(ProfileOperations.patch) { try await update($0) },
      Route(ProfileOperations.post) { try await update($0) },
      Route(ProfileOperations.changePassword) { request in
        try await AuthRequests(accounts: accounts).changePassword(request, strict: true)
        return .noContent
      },
    ]
  }

  /// Absent members leave a field unchanged.
  private func update(_ request: Request) async throws -> Response {
    let old = try await accounts.users.bearer(of: request)
    let members = try request.jsonObject()
    let body = JSONFields(members)
    let now = accounts.environment.now()
    var change = Profiles.Change()
    change.name = try body.optionalRawText("name", "fullName", "full_name").map(ProfilePolicy.name)
    change.dateOfBirth = try body.optionalRawText("date_of_birth", "dateOfBirth").map {
      try ProfilePolicy.dateOfBirth($0, now: now)
    }
    // null removes language and time zone.
    if members["language"] != nil {
      change.language = .some(try body.optionalChoice("language", of: ProfileLanguage.self))
    }
    if members["timezone"] != nil {
      change.timeZone = .some(
        try body.optionalRawText("timezone").map { text in
          guard let zone = accounts.environment.timeZone(named: text) else {
            throw Problem.invalid("timezone", mustBe: TimeZoneParameter.rule)
          }
          return zone.name
        })
    }
    try await accounts.profiles.update(old.id, change) { try $0.change(members, today: now.date) }
    return try await shown(try await accounts.users.bearer(of: request))
  }

  private func shown(_ user: User) async throws -> Response {
    let body = try await accounts.profiles.bodyProfile(of: user.id).body
    return .success(Self.profile(user).merging(body.members), flattened: true)
  }

  /// `email` is never null: one client model demands text.
  static func profile(_ user: User) -> JSONValue {
    [
      "id": .string(user.id), "user_id": .string(user.id), "username": .string(user.username),
      "email": .string(user.email ?? ""), "name": .string(user.name), "fullName": .string(user.name),
      "date_of_birth": .optional(user.dateOfBirth), "dateOfBirth": .optional(user.dateOfBirth),
      "language": .optional(user.language), "timezone": .optional(user.timeZone), "role": .string(user.role),
      "created_at": .string(user.createdAt.rfc3339),
      "createdAt": .string(user.createdAt.rfc3339),
    ]
  }
}
