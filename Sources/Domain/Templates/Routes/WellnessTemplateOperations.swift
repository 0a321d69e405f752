import API

/// The operations that only wellness templates have, each under both base paths.
enum WellnessTemplateOperations {
  static let approve = [
    Operation(
      "approveWellnessTemplate", "POST", "/api/v1/wellness/templates/{id}/approve", authentication: .bearer,
      tag: TemplateOperations.tag, "Approve a pending wellness template", parameters: [TemplateOperations.id],
      responses: [approved], errors: errors),
    Operation(
      "approveWellnessTemplateAlias", "POST", "/api/v1/wellness-templates/{id}/approve", authentication: .bearer,
      tag: TemplateOperations.tag, "Approve a pending wellness template", parameters: [TemplateOperations.id],
      responses: [approved], errors: errors),
  ]

  static let reject = [
    Operation(
      "rejectWellnessTemplate", "POST", "/api/v1/wellness/templates/{id}/reject", authentication: .bearer,
      tag: TemplateOperations.tag, "Reject a pending wellness template", parameters: [TemplateOperations.id],
      responses: [rejected], errors: errors),
    Operation(
      "rejectWellnessTemplateAlias", "POST", "/api/v1/wellness-templates/{id}/reject", authentication: .bearer,
      tag: TemplateOperations.tag, "Reject a pending wellness template", parameters: [TemplateOperations.id],
      responses: [rejected], errors: errors),
  ]

  private static let approved = answer("The template, which is `active`.", .active)
  private static let rejected = answer("The template, which is `rejected`.", .rejected)

  private static let errors: [ErrorDeclaration] = [
    TemplateOperations.notOwner, .init(409, "NOT_PENDING", "The template was approved or rejected before."),
  ]

  private static func answer(_ summary: String, _ status: TemplateStatus) -> ResponseDeclaration {
    .success(
      summary, TemplateSchemas.template(.wellness), flattened: true,
      example: TemplateExamples.template(.wellness, status: status))
  }
}
