// Responses of a model's endpoint. The first byte selects the kind of the rest: a stream, the arguments of a tool call,
// or a response that is not a stream.
import Bytes
import FuzzSupport
import Glibc
import HealthModels

@testable import Consultations
@testable import LanguageModel

let key = "sk-0123456789abcdef"
let now = Timestamp(seconds: 1_768_478_400)

/// Parses the events of a whole stream with a second, naive parser.
func naive(_ input: [UInt8]) -> [ServerSentEvent] {
  var bytes: [UInt8] = []
  for (index, byte) in input.enumerated() where !(byte == 0x0A && index > 0 && input[index - 1] == 0x0D) {
    bytes.append(byte == 0x0D ? 0x0A : byte)
  }
  if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
  var events: [ServerSentEvent] = []
  var data: [String] = []
  var type = ""
  var lastID = ""
  for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
    if line.isEmpty {
      if !data.isEmpty {
        events.append(
          ServerSentEvent(type: type.isEmpty ? "message" : type, data: data.joined(separator: "\n"), lastID: lastID))
      }
      (data, type) = ([], "")
      continue
    }
    let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
    let value = parts.count > 1 ? parts[1].first == 0x20 ? parts[1].dropFirst() : parts[1] : []
    let text = String(decoding: value, as: UTF8.self)
    switch String(decoding: parts[0], as: UTF8.self) {
    case "data": data.append(text)
    case "event": type = text
    case "id": if !value.contains(0) { lastID = text }
    default: break
    }
  }
  return events
}

struct Answer: Equatable {
  var text: String
  var end: Result<ChatCompletion, LanguageModelError>

  init(_ pieces: [[UInt8]]) {
    var decoder = ChatStreamDecoder(secret: Secret(key))
    text = pieces.flatMap { decoder.received($0) }.map { if case .text(let text) = $0 { text } else { "" } }.joined()
    require(text == decoder.text, "not every piece of the text is delivered")
    end = Result { () throws(LanguageModelError) in try decoder.finished() }
  }
}

func checkStream(_ input: [UInt8]) {
  let ways = Pieces.ways(input)
  let events = naive(input)
  let whole = Answer(ways[0])
  for pieces in ways {
    var parser = ServerSentEvents()
    require(pieces.flatMap { parser.received($0) } == events, "two readers find other events")
    require(Answer(pieces) == whole, "a cut changes what is read")
  }
  switch whole.end {
  case .success(let completion):
    require(completion.text == whole.text, "another text at the end")
    require(completion.toolCalls.count <= ToolCallAssembly.maxCalls, "too many calls")
    require(completion.toolCalls.allSatisfy { !$0.name.isEmpty && !$0.id.isEmpty }, "a call without a name or an id")
    for call in completion.toolCalls { checkCall(call) }
  case .failure(let error): checkError(error)
  }
}

func checkError(_ error: LanguageModelError) {
  for start in 0...(key.utf8.count - 6) {
    let piece = String(decoding: Array(key.utf8)[start..<start + 6], as: UTF8.self)
    require(!error.description.contains(piece), "a part of the key is in an error")
  }
  require(error.description.utf8.count < 500, "a long error")
  require(!error.description.contains { $0.isNewline }, "an error of several lines")
}

func checkCall(_ call: ToolCall) {
  do throws(ToolArgumentProblem) {
    switch try CoachToolCall(call) {
    case .mealSummary: break
    case .searchFoods(let query):
      require(
        (1...100).contains(query.text.unicodeScalars.count) && (1...20).contains(query.limit), "a query over its bounds"
      )
    case .createMealTemplate(let request):
      require((1...40).contains(request.items.count), "items over their bounds")
      require(request.items.allSatisfy { (1...2000).contains($0.grams) && !$0.food.isEmpty }, "an item over its bounds")
    case .createWorkoutTemplate(let plan):
      require((1...7).contains(plan.sessions.count) && (5...240).contains(plan.minutes), "a plan over its bounds")
      require(plan.sessions.allSatisfy { (1...20).contains($0.exercises.count) }, "a session over its bounds")
    case .createWellnessTemplate(let routine):
      require((1...20).contains(routine.habits.count), "habits over their bounds")
      require(
        routine.habits.allSatisfy { (1...240).contains($0.minutes) && !$0.name.isEmpty }, "a habit over its bounds")
    }
  } catch {
    require(error.description.utf8.count < 500, "a long problem")
  }
}

/// Checks a head and, after its empty line, the body.
func checkWhole(_ input: [UInt8]) {
  var reader = AnswerReader(secret: Secret(key)) { now }
  var head = ResponseHeadReader()
  var rest = input[...]
  while let end = rest.firstIndex(of: 0x0A) {
    let line = Array(rest[...end])
    rest = rest[(end + 1)...]
    guard case .head(let found) = head.received(line: line) else { continue }
    if let text = found.retryAfter, let wait = RetryAfter.duration(text, now: now) {
      require(wait >= .zero && wait <= .seconds(86400), "a wait over its bounds")
    }
    guard case .more = reader.received(.head(found)) else { return }
    break
  }
  for event in [TransferChannel.Event.bytes(Array(rest)), .end(.complete)] {
    if case .failed(let failure) = reader.received(event) { return checkError(failure.error) }
  }
  if let date = HTTPDate.read(String(decoding: rest.prefix(64), as: UTF8.self)[...]) {
    require(HTTPDate.read(date.httpDate[...]) == Timestamp(seconds: date.seconds), "a date is written as another one")
  }
}

exit(
  fuzz { input in
    guard let kind = input.first else { return }
    let rest = Array(input.dropFirst())
    let tools = CoachTools.definitions
    switch Int(kind) % 8 {
    case 0..<tools.count:
      checkCall(ToolCall(id: "1", name: tools[Int(kind) % 8].name, arguments: String(decoding: rest, as: UTF8.self)))
    case 5: checkWhole(rest)
    default: checkStream(rest)
    }
  })
