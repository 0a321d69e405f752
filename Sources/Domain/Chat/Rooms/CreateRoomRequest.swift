/// The parameters of a new room.
struct CreateRoomRequest: Sendable {
  var name: String
  var isPrivate = false
  /// Usernames of the first members beside the owner.
  var members: [String] = []
}
