import API
package import Bytes
package import HealthModels
import Runtime
package import Storage

/// Reads and changes profiles. Any thread.
package struct Profiles: Sendable {
  private let database: any Database
  private let environment: Environment
  private let observer: (any ProfileObserver)?

  /// - Parameter observer: deletes facts that other domains know when the user deletes them from the profile.
  init(database: any Database, environment: Environment, observer: (any ProfileObserver)?) {
    self.database = database
    self.environment = environment
    self.observer = observer
  }

  /// Returns the body profile with the age as of today, and the time of its last change; empty for an unknown user.
  package func bodyProfile(of userID: String) async throws -> DatedBodyProfile {
    let today = environment.now().date
    return try await database.read { connection -> DatedBodyProfile in
      guard let user = try UserRepository.find(id: userID, in: connection) else { return DatedBodyProfile() }
      let stored = try StoredBodyProfile.find(userID, in: connection)
      var body = stored.body
      body.age = stored.age(dateOfBirth: user.dateOfBirth, today: today)
      return DatedBodyProfile(body, changedAt: stored.changedAt)
    }
  }

  /// Returns the code of the language that a user writes; nil if the user stated none. Reads in the caller's transaction.
  package func language(of userID: String, in connection: any SQLConnection) throws -> String? {
    try UserRepository.find(id: userID, in: connection)?.language
  }

  /// Returns the time zone of a user's days; UTC if the user stated none, or the server no longer knows it. Reads in the
  /// caller's transaction.
  package func timeZone(of userID: String, in connection: any SQLConnection) throws -> TimeZoneRules {
    let name = try UserRepository.find(id: userID, in: connection)?.timeZone
    return name.flatMap(environment.timeZone(named:)) ?? .utc
  }

  /// The members of the account that a request changes; nil leaves one unchanged, `.some(nil)` removes it.
  struct Change: Sendable {
    var name: String?
    var dateOfBirth: String?
    var language: ProfileLanguage??
    var timeZone: String??
  }

  /// Changes an account's profile in one transaction. - Throws: the error of `changeBody`.
  func update(
    _ userID: String, _ change: Change,
    changeBody: @escaping @Sendable (inout StoredBodyProfile) throws -> Set<BodyProfile.Field>
  ) async throws {
    let now = environment.now()
    try await database.write(in: .user(userID)) { connection in
      guard var user = try UserRepository.find(id: userID, in: connection) else { throw Problem.notFound() }
      user.name = change.name ?? user.name
      user.dateOfBirth = change.dateOfBirth ?? user.dateOfBirth
      user.language = change.language.map { $0?.rawValue } ?? user.language
      user.timeZone = change.timeZone ?? user.timeZone
      try UserRepository.setProfile(user, now: now, in: connection)
      let old = try StoredBodyProfile.find(userID, in: connection)
      var new = old
      let forgotten = try changeBody(&new)
      if !forgotten.isEmpty { try observer?.cleared(forgotten, of: userID, in: connection) }
      if new != old || change.dateOfBirth != nil { try new.save(userID, at: now, in: connection) }
    }
  }
}
