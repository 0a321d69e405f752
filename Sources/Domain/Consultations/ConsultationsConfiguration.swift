/// Limits of consultations.
package struct ConsultationsConfiguration: Sendable {
  /// Consultations of one user that are active at a time.
  package var maxActive = 10
  /// Messages of one user within a minute.
  package var messagesPerMinute = 20
  /// Messages of one consultation that may wait for an answer.
  package var maxWaiting = 10
  /// Characters of one message, at most 64 KiB of them.
  package var maxMessage = 5000
  /// How long the built-in coach waits between two words.
  package var wordInterval: Duration = .milliseconds(15)

  /// Open sockets of one user on one consultation.
  package var maxConnections = 5
  /// Whether the metadata of `template_created` is base64 text for clients that do not send `?metadata=`.
  package var metadataAsBase64 = false

  package init() {}

  /// Characters that a message may have.
  var messageLength: ClosedRange<Int> { 1...max(1, maxMessage) }
}
