import API
import Bytes
import HTTPServer
import JSONCodec
import Realtime

/// Handles the messages of one client in a room.
struct ChatRequests {
  let chat: ChatService
  let room: Room
  let user: Identity
  let session: SocketSession
  let transport: WebSocketSession
  let channel: RoomChannel
  let frames: ChatFrames

  func handleSync(_ message: JSONValue, type: String) -> Bool {
    switch ChatRequestType.byName[type] {
    case .message: post(message)
    case .edit: edit(message)
    case .delete: delete(message)
    case .typing: signal { sendTyping(message["is_typing"]?.boolValue ?? true) }
    case .typingStart: signal { sendTyping(true) }
    case .typingStop: signal { sendTyping(false) }
    case .presence where chat.channels.shared == nil: signal { sendPresence(channel.presence) }
    case .presence, .markRead: return false
    case nil: sendError(Problem.badRequest("Unknown message type."))
    }
    return true
  }

  /// Handles a message that reads the database.
  func handle(_ message: JSONValue, type: String) async throws {
    if ChatRequestType.byName[type] == .markRead { return try await markRead(message) }
    guard chat.limits.admitsSignal(of: user.userID, in: room.id) else { return sendError(chat.limits.tooManySignals) }
    if let members = try await chat.channels.shared?.members(of: room) { sendPresence(members) }
  }

  /// Marks the room as read up to a message; without `message_id` up to the newest.
  private func markRead(_ message: JSONValue) async throws {
    guard chat.limits.admitsSignal(of: user.userID, in: room.id) else { return sendError(chat.limits.tooManySignals) }
    do {
      let id = message["message_id"] == nil ? nil : try messageID(message)
      _ = try await chat.reads.advance("\(room.id)", upTo: id, user: user)
    } catch let problem as Problem {
      sendError(problem)
    }
  }

  // MARK: - The history

  /// Members that name a room or a sender are ignored: the connection has one room, and the token identifies the sender.
  private func post(_ message: JSONValue) {
    do {
      let (content, clientID) = try chat.input.post(message.objectValue ?? [:])
      submit(.post(content, clientID: clientID), clientID.map(JSONValue.string))
    } catch {
      sendError(error, message["client_message_id"] ?? message["clientMessageId"])
    }
  }

  private func edit(_ message: JSONValue) {
    do {
      submit(.edit(try messageID(message), try chat.input.content(message.objectValue ?? [:])))
    } catch {
      sendError(error)
    }
  }

  private func delete(_ message: JSONValue) {
    do {
      submit(.delete(try messageID(message)))
    } catch {
      sendError(error)
    }
  }

  /// Submits a command. The sender receives its effect with the room, once it is stored; the reply is only for repeated
  /// messages and failures, which the room does not receive.
  private func submit(_ action: RoomCommand.Action, _ clientID: JSONValue? = nil) {
    guard chat.limits.admitsMessage(of: user.userID, in: room.id) else {
      return sendError(chat.limits.tooManyMessages, clientID)
    }
    do { try chat.writes?.admit(userID: user.userID) } catch { return sendError(error, clientID) }
    let author = ChatMessageRepository.Author(roomID: room.id, userID: user.userID, username: user.username)
    let (transport, frames, environment) = (transport, frames, chat.environment)
    chat.history.submit(RoomCommand(author: author, action: action)) { result in
      switch result {
      case .success(.done): break
      case .success(.repeated(let message)):
        transport.post(ChatFrames.posted(message, isRepeated: true).encoded)
      case .failure(let problem):
        transport.post(frames.error(problem, clientID, at: environment.now()).encoded)
      }
    }
  }

  // MARK: - Signals: sent to connected members only, not stored

  private func signal(_ body: () -> Void) {
    if chat.limits.admitsSignal(of: user.userID, in: room.id) { body() } else { sendError(chat.limits.tooManySignals) }
  }

  private func sendTyping(_ isTyping: Bool) {
    let name = JSONValue.string(user.username)
    let frame = ChatFrames.frame(
      .typing, room: room.id, at: chat.environment.now(),
      ["sender": name, "username": name, "is_typing": .bool(isTyping)])
    chat.channels.send([RoomFrame(frame.encoded, except: transport)], to: room.id)
  }

  private func sendPresence(_ members: [String: JSONValue]) {
    session.sendSync(ChatFrames.frame(.presence, room: room.id, at: chat.environment.now(), members))
  }

  private func messageID(_ message: JSONValue) throws -> Int64 {
    let id = message["message_id"]?.integerValue ?? message["message_id"]?.stringValue.flatMap { Int64($0) }
    guard let id, id >= 0 else {
      throw Problem.badRequest("message_id must be the number of a message.", details: ["message_id": "a number"])
    }
    return id
  }

  private func sendError(_ error: any Error, _ clientID: JSONValue? = nil) {
    let problem = error as? Problem ?? RoomHistory.busy
    session.sendSync(frames.error(problem, clientID, at: chat.environment.now()))
  }
}
