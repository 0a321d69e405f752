package import Bytes
package import JSONCodec

/// The kind of a template; the raw value is sent in `template_created` and stored.
package enum TemplateKind: String, Sendable, CaseIterable {
  case meal, workout, wellness

  /// The name of the kind in names of declarations (`Meal`).
  var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}

/// The state of a template.
package enum TemplateStatus: String, Sendable, CaseIterable {
  /// Drafted by the coach and not approved yet (wellness only).
  case pending
  case active, completed, abandoned, rejected, archived
}

/// The author of a template.
package enum TemplateAuthor: String, Sendable, CaseIterable {
  case user, ai, professional
}

/// A meal, a workout or a routine that a user stored to use again.
package struct Template: Sendable, Equatable {
  /// A UUID.
  package var id: String
  /// The owner.
  package var userID: String
  /// The kind, which decides the members of `content`.
  package var kind: TemplateKind
  /// 1 to 200 characters.
  package var name: String
  /// At most 2,000 characters.
  package var description: String
  /// The state.
  package var status: TemplateStatus
  /// Whether every account may read and copy it.
  package var isPublic: Bool
  /// The author.
  package var createdBy: TemplateAuthor
  /// The members that depend on the kind: an object that `TemplateInput` checked and completed.
  package var content: JSONValue
  /// The time of creation.
  package var createdAt: Timestamp
  /// The time of the last change.
  package var updatedAt: Timestamp

  /// An estimate of the bytes that the template counts for in the user's quota (`0016_usage.sql`). Name and description
  /// are stored twice.
  var storedBytes: Int { 300 + 2 * (name.utf8.count + description.utf8.count) + content.encoded.count }
}
