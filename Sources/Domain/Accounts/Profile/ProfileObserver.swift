package import HealthModels
package import Storage

/// Observes changes of profiles for components that store the same values.
package protocol ProfileObserver: Sendable {
  /// The user cleared these fields. Called in the transaction that clears them.
  func cleared(_ fields: Set<BodyProfile.Field>, of userID: String, in connection: any SQLConnection) throws
}
