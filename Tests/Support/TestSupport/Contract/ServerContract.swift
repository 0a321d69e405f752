package import JSONCodec
package import Realtime
import Runtime
import Testing

/// The declarations of one server, which the clients of tests compare with everything that they receive.
package protocol ServerContract: AnyObject, Sendable {
  /// The differences between a response and its operation; empty if there are none, or if nothing describes the request.
  /// - Parameter target: as in the request line, with the query.
  func violations(of response: WireResponse, to method: String, _ target: String) -> [String]
  /// The differences between a message and the messages of its socket path.
  func violations(of frame: JSONValue, _ direction: MessageDeclaration.Direction, on target: String) -> [String]
  /// A line if the server's close code is not one of its socket path.
  func violations(ofClose code: UInt16, on target: String) -> [String]
}

/// The contracts of the servers that run now. Any thread.
///
/// A server registers its own under its port and a connection looks it up, so that no test can omit the comparison.
/// Connections through a proxy or to a socket in the file system have none.
package enum ServerContracts {
  private static let running = Locked<[UInt16: any ServerContract]>([:])

  /// Sets the contract of the server at a port. Every server of a test does it itself.
  package static func register(_ contract: any ServerContract, port: UInt16) {
    guard port != 0 else { return }
    running.withLock { $0[port] = contract }
  }

  /// Removes a contract unless another server uses the port by now.
  static func remove(_ contract: any ServerContract, port: UInt16) {
    running.withLock { if $0[port] === contract { $0[port] = nil } }
  }

  static func find(port: UInt16) -> (any ServerContract)? { running.withLock { $0[port] } }

  /// Records the differences as one issue of the current test.
  /// - Parameter subject: the operation or the socket path, and the received bytes.
  static func record(_ violations: [String], _ subject: @autoclosure () -> String) {
    guard !violations.isEmpty else { return }
    let lines = violations.joined(separator: "\n")
    Issue.record("\(subject().prefix(2000))\ndiffers from its declaration:\n\(lines)")
  }
}
