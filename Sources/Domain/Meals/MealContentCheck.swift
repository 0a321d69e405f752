package import Storage

extension ContentCheck {
  private static let log = "CASE WHEN json_valid(payload) THEN json_extract(payload, '$.meal_log_id') END"

  /// Jobs without their meal log, and meal logs without their job.
  package static let meals = ContentCheck(
    counts: ["meal logs": MealsModule.logTable, "meal items": "meal_items"],
    rules: [
      Rule(
        "job %@ parses a meal log that does not exist",
        """
        SELECT CAST(id AS TEXT) AS id FROM jobs WHERE kind = '\(MealParsingHandler.jobKind)'
        AND NOT EXISTS (SELECT 1 FROM meal_logs WHERE meal_logs.id = \(log))
        """),
      Rule(
        "meal log %@ waits for a job that does not exist",
        """
        SELECT id FROM meal_logs WHERE status = 'processing' AND id NOT IN
        (SELECT \(log) FROM jobs WHERE kind = '\(MealParsingHandler.jobKind)' AND \(log) IS NOT NULL)
        """),
    ])
}
