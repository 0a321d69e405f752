package import Bytes
package import HealthModels
package import Storage

/// Stores and removes whole accounts in the caller's transaction, for demo data.
package enum AccountImport {
  /// Stores an account with its profile.
  /// - Parameters:
  ///   - user: the rules of a sign-up are not checked, and its password is not used.
  ///   - passwordHash: as `PasswordHash.make` returns it.
  ///   - now: the time of the sign-up.
  /// - Throws: `StorageError.uniqueViolation` if the username or the address is taken.
  package static func insert(
    _ user: NewUser, id: String, passwordHash: String, profile: BodyProfile, at now: Timestamp,
    in connection: any SQLConnection
  ) throws {
    try UserRepository.insert(user, id: id, passwordHash: passwordHash, now: now, in: connection)
    var stored = StoredBodyProfile()
    stored.body = profile
    if profile.age != nil { stored.ageOn = now.date }
    try stored.save(id, at: now, in: connection)
  }

  /// Whether an account exists. - Parameter id: lower case.
  package static func exists(_ id: String, in connection: any SQLConnection) throws -> Bool {
    try UserRepository.find(id: id, in: connection) != nil
  }

  /// Removes an account with the rows of tables that refer to it. A running server closes its sockets within a second.
  package static func remove(_ id: String, at now: Timestamp, in connection: any SQLConnection) throws {
    try SignOutRepository.append(id, node: nil, now: now, in: connection)
    try UserRepository.delete(id, in: connection)
  }
}
