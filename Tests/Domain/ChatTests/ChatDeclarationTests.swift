import JSONCodec
import Realtime
import TestSupport
import Testing

@testable import Chat

/// The messages that a chat socket exchanges are those that its declaration describes.
@Suite struct ChatDeclarationTests {
  @Test func examplesMatchTheirFields() throws {
    #expect(try ChatSocket.declaration().exampleViolations() == [])
  }

  @Test func everySentFrameIsDeclared() async throws {
    try await ChatFixture.run { chat in
      let declaration = ChatSocket.declaration()
      let room = try chat.send("POST", "/rooms", ["name": "lab"]).json?["id"]?.integerValue ?? 0
      // The message that the examples edit, delete and mark as read.
      try chat.post("First", in: "\(room)")
      var frames: [JSONValue] = []
      let (anna, welcome) = try chat.connect("\(room)")
      frames.append(welcome)
      let (ben, _) = try chat.connect("\(room)", as: "ben")
      try ben.send(json: ["type": "typing"])
      try anna.send(json: ["type": "authenticate", "token": "anna"])
      for request in ChatRequestType.allCases {
        for type in [request.rawValue] + request.declaration.aliases {
          let example = request.declaration.example.merging(["type": .string(type), "message_id": 1])
          try anna.send(json: example)
        }
      }
      try anna.send(json: ["type": "unknown"])
      try anna.send(json: ["type": "ping"])
      var types: Set<String> = []
      // The frames of the room arrive after those that need no storage: read until all were seen.
      let expected = Set(ChatFrameType.allCases).subtracting([.connected, .userLeft, .roomDeleted]).map(\.rawValue)
      while !types.isSuperset(of: expected) {
        let frame = try anna.receiveJSON()
        frames.append(frame)
        types.insert(frame["type"]?.stringValue ?? "")
      }
      try ben.sendClose()
      while frames.last?["type"] != "user_left" { frames.append(try anna.receiveJSON()) }
      _ = try chat.send("DELETE", "/rooms/\(room)")
      while frames.last?["type"] != "room_deleted" { frames.append(try anna.receiveJSON()) }
      frames.append(try anna.receiveJSON())
      let seen = Set(frames.compactMap { $0["type"]?.stringValue })
      #expect(seen == Set(ChatFrameType.allCases.map(\.rawValue)))
      for frame in frames { #expect(declaration.violations(.sent, frame) == [], "\(frame.text)") }
    }
  }

  @Test func everyDeclaredTypeIsAccepted() async throws {
    try await ChatFixture.run { chat in
      let (anna, _) = try chat.connect()
      for request in ChatRequestType.allCases {
        for type in [request.rawValue] + request.declaration.aliases {
          try anna.send(json: request.declaration.example.merging(["type": .string(type)]))
        }
      }
      try anna.send(json: ["type": "ping"])
      while true {
        let frame = try anna.receiveJSON()
        #expect(frame["details"] != "Unknown message type.")
        if frame["type"] == "pong" { break }
      }
    }
  }
}
