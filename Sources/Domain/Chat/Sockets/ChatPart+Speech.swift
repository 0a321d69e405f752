import API
import Bytes
import HTTPServer
import JSONCodec
import Realtime

/// What clients say in a room.
extension ChatPart {
  func handleSync(_ message: JSONValue, type: String) -> Bool {
    switch type {
    case "message", "chat_message": post(message)
    case "edit_message", "message_edit", "edit": edit(message)
    case "delete_message", "message_delete", "delete": delete(message)
    case "typing": signal { tellTyping(message["is_typing"]?.boolValue ?? true) }
    case "typing_start": signal { tellTyping(true) }
    case "typing_stop": signal { tellTyping(false) }
    case "presence", "get_presence", "users": signal { tellPresence() }
    case "read", "mark_read": return false
    default: complain(Problem.badRequest("The type is not known here."))
    }
    return true
  }

  private func post(_ message: JSONValue) {
    // Whatever it says of room and sender: the socket is in one room, and the token says who speaks (C37).
    do {
      let (content, clientID) = try chat.postInput(message.objectValue ?? [:])
      submit(.post(content, clientID: clientID), clientID.map(JSONValue.string))
    } catch {
      complain(error, message["client_message_id"] ?? message["clientMessageId"])
    }
  }

  private func edit(_ message: JSONValue) {
    do {
      submit(.edit(try messageID(message), try chat.content(message.objectValue ?? [:])))
    } catch {
      complain(error)
    }
  }

  private func delete(_ message: JSONValue) {
    do {
      submit(.delete(try messageID(message)))
    } catch {
      complain(error)
    }
  }

  /// Who has spoken hears it with everyone else, once it is stored; the reply is for what the room does not hear.
  private func submit(_ action: RoomHistory.Wish.Action, _ clientID: JSONValue? = nil) {
    guard chat.admitsMessage(of: user.userID, in: room.id) else { return complain(chat.tooManyMessages, clientID) }
    do { try chat.writes?.admit(userID: user.userID) } catch { return complain(error, clientID) }
    let author = ChatMessageRepository.Author(roomID: room.id, userID: user.userID, username: user.username)
    let (session, dialect, environment) = (session, dialect, chat.environment)
    chat.history.submit(RoomHistory.Wish(author: author, action: action)) { result in
      switch result {
      case .success(.done): break
      case .success(.repeated(let message)):
        session.post(ChatFrames.posted(message, isRepeated: true).encoded)
      case .failure(let problem):
        session.post(dialect.error(problem, clientID, at: environment.now()).encoded)
      }
    }
  }

  // MARK: - Signals

  /// What is not kept, and heard only by who is there.
  private func signal(_ body: () -> Void) {
    if chat.admitsSignal(of: user.userID, in: room.id) { body() } else { complain(chat.tooManySignals) }
  }

  private func tellTyping(_ isTyping: Bool) {
    let name = JSONValue.string(user.username)
    let frame = ChatFrames.frame(
      "typing", room: room.id, at: chat.environment.now(),
      ["sender": name, "username": name, "is_typing": .bool(isTyping)])
    channel.group.send([.init(.text(frame.encoded), except: session)])
  }

  private func tellPresence() {
    voice.sayAtOnce(ChatFrames.frame("presence", room: room.id, at: chat.environment.now(), presence))
  }

  /// The user has read up to a message; without one, all.
  func read(_ message: JSONValue) async throws {
    guard chat.admitsSignal(of: user.userID, in: room.id) else { return complain(chat.tooManySignals) }
    do {
      let id = message["message_id"] == nil ? nil : try messageID(message)
      _ = try await chat.markRead("\(room.id)", upTo: id, user: user)
    } catch let problem as Problem {
      complain(problem)
    }
  }

  private func messageID(_ message: JSONValue) throws -> Int64 {
    let id = message["message_id"]?.integerValue ?? message["message_id"]?.stringValue.flatMap { Int64($0) }
    guard let id, id >= 0 else {
      throw Problem.badRequest("message_id must be the number of a message.", details: ["message_id": "a number"])
    }
    return id
  }

  private func complain(_ error: any Error, _ clientID: JSONValue? = nil) {
    let problem = error as? Problem ?? RoomHistory.busy
    voice.sayAtOnce(dialect.error(problem, clientID, at: chat.environment.now()))
  }
}

extension ChatDialect {
  /// The frame that tells a problem. - Parameter clientID: what the client calls the message that it is about.
  func error(_ problem: Problem, _ clientID: JSONValue?, at moment: Timestamp) -> JSONValue {
    var more: [String: JSONValue] = [:]
    // Nothing else of the client's may come back: it might be large.
    if let clientID = clientID?.stringValue, clientID.utf8.count <= 512 {
      more["client_message_id"] = .string(clientID)
    }
    if let seconds = problem.fields["Retry-After"].flatMap({ Int64($0) }) { more["retry_after"] = .integer(seconds) }
    let code = problem.code == "VALIDATION_ERROR" ? "INVALID_MESSAGE" : problem.code
    return error(code, problem.message, details: problem.message, more, at: moment)
  }
}
