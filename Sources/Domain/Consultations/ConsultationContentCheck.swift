package import Storage

extension ContentCheck {
  private static let consultation =
    "CASE WHEN json_valid(payload) THEN json_extract(payload, '$.consultation_id') END"

  /// Jobs without their consultation, and consultations without their job.
  package static let consultations = ContentCheck(
    counts: ["consultations": "consultations"],
    rules: [
      Rule(
        "job %@ answers in a consultation that does not exist",
        """
        SELECT CAST(id AS TEXT) AS id FROM jobs WHERE kind = 'consultation.answer'
        AND NOT EXISTS (SELECT 1 FROM consultations WHERE consultations.id = \(consultation))
        """),
      Rule(
        "consultation %@ waits for a job that does not exist",
        """
        SELECT id FROM consultations WHERE is_answering = 1 AND id NOT IN (SELECT \(consultation) FROM jobs
        WHERE kind = 'consultation.answer' AND \(consultation) IS NOT NULL)
        """),
    ])
}
