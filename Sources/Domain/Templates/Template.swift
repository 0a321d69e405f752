package import Bytes
package import JSONCodec

/// Which kind of template; the raw value is what `template_created` and the table say.
package enum TemplateKind: String, Sendable, CaseIterable {
  case meal, workout, wellness
}

/// What became of a template.
package enum TemplateStatus: String, Sendable, CaseIterable {
  /// Made by the coach and not looked at yet (wellness only).
  case pending
  case active, completed, abandoned, rejected, archived
}

/// Who made a template.
package enum TemplateMaker: String, Sendable {
  case user, ai, professional
}

/// Something to be used again: a meal, a workout or a routine.
package struct Template: Sendable, Equatable {
  package var id: String
  package var userID: String
  package var kind: TemplateKind
  package var name: String
  package var description: String
  package var status: TemplateStatus
  /// Whether every account may see and copy it.
  package var isPublic: Bool
  package var createdBy: TemplateMaker
  /// What is particular to the kind, checked and complete (`TemplateInput`): an object.
  package var content: JSONValue
  package var createdAt: Timestamp
  package var updatedAt: Timestamp

  /// About the bytes that the template counts for (`0016_usage.sql`): name and description are stored twice.
  var storedBytes: Int { 300 + 2 * (name.utf8.count + description.utf8.count) + content.encoded.count }
}
