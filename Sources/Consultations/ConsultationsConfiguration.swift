/// Limits of consultations.
package struct ConsultationsConfiguration: Sendable {
  /// Consultations of one user that are active at a time.
  package var maxActive = 10
  /// Messages of one user within a minute.
  package var messagesPerMinute = 20
  /// Messages of one consultation that may wait for an answer.
  package var maxWaiting = 10
  /// How long the built-in coach waits between two words.
  package var wordInterval: Duration = .milliseconds(15)

  package init() {}

  /// Characters of one message.
  static let messageLength = 1...5000
}
