/// A change of a room's history that an author asks for.
struct RoomCommand: Sendable {
  enum Action: Sendable, Equatable {
    case post(String, clientID: String?)
    case edit(Int64, String)
    case delete(Int64)
    /// Empties a message of an account that is deleted, even if the author may not access the room any more.
    case erase(Int64)
  }

  var author: ChatMessageRepository.Author
  var action: Action
}
