import Bytes
import JSONCodec

/// The JSON form of a template.
enum TemplateJSON {
  static func template(_ template: Template, for userID: String) -> JSONValue {
    let isOwn = template.userID == userID
    return template.content.merging([
      "id": .string(template.id), "template_id": .string(template.id), "user_id": .string(template.userID),
      "type": .string(template.kind.rawValue), "name": .string(template.name),
      "description": .string(template.description), "status": .string(template.status.rawValue),
      "is_public": .bool(template.isPublic), "is_system": false, "created_by": .string(template.createdBy.rawValue),
      "can_be_edited": .bool(isOwn && template.status != .rejected), "plan_data": template.content,
      "created_at": .string(template.createdAt.rfc3339), "updated_at": .string(template.updatedAt.rfc3339),
    ])
  }
}
