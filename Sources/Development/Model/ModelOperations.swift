import API
import JSONCodec

/// The declarations of `/dev/model`.
enum ModelOperations {
  static let get = Operation(
    "getModelScript", "GET", "/dev/model", authentication: .none, tag: DevelopmentTool.tag,
    "Read the script of the language model",
    responses: [.json("The script and its progress.", .object(state), example: stateExample)])

  static let set = Operation(
    "setModelScript", "PUT", "/dev/model", authentication: .none, tag: DevelopmentTool.tag,
    "Set the script of the language model",
    description: """
      While there is a script, the coach answers with it instead of the built-in coach or the configured model. Each \
      request of the coach takes the first step that was not played and whose `match` occurs in the user's message. A \
      tool call is one request; the answer after it is the next.
      """,
    body: .json([steps, repeats.optionalOrNull], example: ["steps": [stepExample], "repeat": false]),
    responses: [.json("The script at its beginning.", .object(state), example: stateExample)])

  static let delete = Operation(
    "deleteModelScript", "DELETE", "/dev/model", authentication: .none, tag: DevelopmentTool.tag,
    "Delete the script of the language model", responses: [.noContent("The usual coach answers again.")])

  static let summary = Schema.object(progress)
  static let summaryExample: JSONValue = ["is_set": true, "repeat": false, "answers": 0, "remaining": 1]

  private static let stepExample: JSONValue = ["match": "lunch", "text": "How about lentils?", "tokens_per_s": 20]
  private static let stateExample = summaryExample.merging(["steps": [stepExample]])
  private static let repeats = FieldDeclaration.boolean("repeat", "Whether the script begins again after all steps.")
  private static let steps = FieldDeclaration.array(
    "steps", of: .object(step, named: "ModelStep"), count: 1...ModelScript.maxSteps, "The answers in their order.")
  private static let state =
    progress + [.array("steps", of: .object(step, named: "ModelStep"), "The answers; none without a script.")]

  private static let progress: [FieldDeclaration] = [
    .boolean("is_set", "Whether the coach answers with a script."), repeats,
    .count("answers", "Requests that were answered since the script was set."),
    .count("remaining", "Steps that were not played."),
  ]

  private static let step: [FieldDeclaration] = [
    .text("match", length: 1...200, "A text that the user's message must contain.").optionalOrNull,
    .text("text", length: ModelScript.textLength, "The answer, or the text before a tool call or an error.")
      .optionalOrNull,
    .number("tokens_per_s", in: ModelScript.rates, "Tokens (words) in a second; absent: no pauses.").optionalOrNull,
    .number("stall_s", in: ModelScript.stalls, "Seconds of silence.").optionalOrNull,
    .integer("stall_after", in: ModelScript.tokenCounts, "Tokens before the silence, 0 by default.").optionalOrNull,
    .integer("break_after", in: ModelScript.tokenCounts, "Tokens after which the connection is lost.").optionalOrNull,
    .object(
      "tool", "A tool call after the text.",
      [
        .text("name", length: 1...64, "The name of the tool."),
        .map("arguments", "The arguments, also invalid ones.").optionalOrNull,
      ]
    ).optionalOrNull,
    .object(
      "error", "An error of the endpoint after the text.",
      [
        .integer("status", in: 400...599, "The status of the response."),
        .string("code", length: 0...64, "The code of the error.").optionalOrNull,
      ]
    ).optionalOrNull,
  ]
}
