import Coach
package import HealthModels

/// Limits of consultations, and what the operator set of the coach.
package struct ConsultationsConfiguration: Sendable {
  /// The maximum number of a user's active consultations.
  package var maxActive = 10
  /// The maximum number of a user's messages per minute.
  package var messagesPerMinute = 20
  /// The maximum number of messages of one consultation that wait for an answer.
  package var maxWaiting = 10
  /// The maximum length of a message, in characters.
  package var maxMessage = 5000
  /// The delay between two words of the built-in coach.
  package var wordInterval: Duration = .milliseconds(15)

  /// The region whose telephone numbers replies to dangers name (ISO 3166-1); empty for none.
  package var region = ""
  /// Numbers that replace those of the region.
  package var ownNumbers = HelpNumbers()
  /// The names of topics that the built-in coach does not answer.
  package var topicsOff: [String] = []

  /// Open sockets of one user on one consultation.
  package var maxConnections = 5
  /// Whether the metadata of `template_created` is base64 text for clients that do not send `?metadata=`.
  package var metadataAsBase64 = false

  /// Creates the default limits.
  package init() {}

  /// The numbers that replies to dangers name.
  var numbers: HelpNumbers { (HelpNumbers.byRegion[region] ?? HelpNumbers()).replaced(by: ownNumbers) }

  /// The allowed length of a message, in characters.
  var messageLength: ClosedRange<Int> { 1...max(1, maxMessage) }
}
