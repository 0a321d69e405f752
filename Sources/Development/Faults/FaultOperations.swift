import API
import JSONCodec

/// The declarations of the routes below `/dev/faults`.
enum FaultOperations {
  private static let tag = "Development"

  static let list = Operation(
    "listFaults", "GET", "/dev/faults", authentication: .none, tag: tag, "List the faults",
    responses: [
      .json(
        "Oldest first.",
        .object([
          .array("items", of: FaultSchemas.fault, "The faults."),
          .count("held_bytes", "The messages that are held."),
          .count("max_held_bytes", "The bound of `held_bytes`."),
        ]), example: ["items": [example], "held_bytes": 0, "max_held_bytes": 4_194_304])
    ])

  static let create = Operation(
    "createFault", "POST", "/dev/faults", authentication: .none, tag: tag, "Create a fault",
    body: .json(
      FaultSchemas.input,
      example: [
        "kind": "status", "status": 429, "retry_after_s": 5, "count": 2,
        "match": ["method": "POST", "path": "/api/v1/meal-logs*"],
      ]), responses: [.json("The created fault.", FaultSchemas.fault, status: 201, example: example)],
    errors: [ErrorDeclaration(409, "FAULT_LIMIT", "The maximum number of faults is active.")])

  static let deleteAll = Operation(
    "deleteFaults", "DELETE", "/dev/faults", authentication: .none, tag: tag, "Delete all faults",
    description: "Delays end, held messages are sent, and stopped connections continue.",
    responses: [.json("The counts.", FaultSchemas.counts, example: ["deleted": 2, "released": 5])])

  static let delete = Operation(
    "deleteFault", "DELETE", "/dev/faults/{id}", authentication: .none, tag: tag, "Delete a fault",
    parameters: [id],
    responses: [.json("The counts.", FaultSchemas.counts, example: ["deleted": 1, "released": 5])])

  static let release = Operation(
    "releaseFault", "POST", "/dev/faults/{id}/release", authentication: .none, tag: tag, "End the effects of a fault",
    description: "The fault stays active.", parameters: [id],
    responses: [.json("The counts.", FaultSchemas.counts, example: ["deleted": 0, "released": 5])])

  private static let id = ParameterDeclaration.path("id", "The id of the fault.")

  private static let example: JSONValue = [
    "id": 3, "kind": "status", "on": "request", "match": ["method": "POST", "path": "/api/v1/meal-logs*"],
    "count": 2, "probability": 1, "seed": 1, "status": 429, "code": "RATE_LIMIT", "message": "Too many requests.",
    "retry_after_s": 5, "fired": 1, "remaining": 1, "held": 0, "is_active": true,
    "created_at": "2026-11-22T13:00:00Z",
  ]
}
