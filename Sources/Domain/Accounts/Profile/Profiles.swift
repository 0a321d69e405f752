import API
import Bytes
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

  /// Changes an account's profile in one transaction; nil leaves a field unchanged. - Throws: the error of `change`.
  ///
  /// - Parameter language: `.some(nil)` removes it.
  func update(
    _ userID: String, name: String?, dateOfBirth: String?, language: ProfileLanguage??,
    change: @escaping @Sendable (inout StoredBodyProfile) throws -> Set<BodyProfile.Field>
  ) async throws {
    let now = environment.now()
    try await database.write(in: .user(userID)) { connection in
      guard let user = try UserRepository.find(id: userID, in: connection) else { throw Problem.notFound() }
      try UserRepository.setProfile(
        userID, name: name ?? user.name, dateOfBirth: dateOfBirth ?? user.dateOfBirth,
        language: language.map { $0?.rawValue } ?? user.language, now: now, in: connection)
      let old = try StoredBodyProfile.find(userID, in: connection)
      var new = old
      let forgotten = try change(&new)
      if !forgotten.isEmpty { try observer?.cleared(forgotten, of: userID, in: connection) }
      if new != old || dateOfBirth != nil { try new.save(userID, at: now, in: connection) }
    }
  }
}
