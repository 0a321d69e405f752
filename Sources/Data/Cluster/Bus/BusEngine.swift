/// The connection of a bus to its server. It belongs to the thread of the bus.
package protocol BusEngine {
  /// The name in the log.
  var name: String { get }
  /// Readable when texts may have arrived; negative without a connection.
  var descriptor: Int32 { get }

  /// Connects and subscribes. Blocks up to the engine's own time limit.
  mutating func connect() throws
  /// Sends texts, each of at most 7,900 bytes, in their order. Blocks until the server has taken them, or up to the time limit.
  mutating func send(_ texts: [String]) throws
  /// Returns the texts that have arrived, without waiting for others. The texts that this node sent may be among them.
  mutating func receive() throws -> [String]
  /// Checks that the server answers. Blocks up to the engine's own time limit.
  mutating func check() throws
  /// Closes the connection.
  mutating func disconnect()
}
