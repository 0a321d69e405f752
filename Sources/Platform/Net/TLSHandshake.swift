package import TLS

/// The server's side of a TLS handshake on one connection.
package struct TLSHandshake {
  /// The result of a handshake.
  package enum Outcome: Sendable, Equatable {
    case done
    /// The handshake failed; the connection is closed.
    case refused(TLSError)
    /// The deadline passed; the connection is closed.
    case timedOut
    /// The peer disconnected, or `interrupt()` was called; the connection is closed.
    case disconnected
  }

  private let connection: ByteConnection
  private let channel: TLSChannel
  private let plainHTTPResponse: [UInt8]

  /// Input that a refused peer may still send before it is disconnected.
  private static let maxDiscardedBytes = 64 << 10

  /// Performs a handshake before anything was read or written. If it fails, the connection is closed.
  ///
  /// - Parameters:
  ///   - deadline: for the whole handshake.
  ///   - plainHTTPResponse: sent to a peer that uses HTTP without TLS.
  package static func perform(
    on connection: ByteConnection, _ context: TLSContext, until deadline: ContinuousClock.Instant,
    plainHTTPResponse: [UInt8]
  ) async -> Outcome {
    let channel: TLSChannel
    do throws(TLSError) {
      channel = TLSChannel(try TLSSession(context))
    } catch {
      connection.close()
      return .refused(error)
    }
    connection.encrypt(with: channel)
    return await TLSHandshake(connection: connection, channel: channel, plainHTTPResponse: plainHTTPResponse)
      .perform(until: deadline)
  }

  private func perform(until deadline: ContinuousClock.Instant) async -> Outcome {
    while channel.isHandshaking {
      var early: [UInt8] = []
      let outcome = await unsafe connection.receive(until: deadline) { unsafe early.append(contentsOf: $0) }
      channel.buffer(early)
      if case .bytes = outcome, ContinuousClock.now < deadline { continue }
      if channel.hasFailed { break }
      connection.close()
      return outcome == .timedOut || ContinuousClock.now >= deadline ? .timedOut : .disconnected
    }
    guard channel.hasFailed else { return .done }
    let failure = channel.failure ?? .over
    await close(sending: failure == .plainHTTP ? plainHTTPResponse : [])
    return .refused(failure)
  }

  /// Gives the peer a second to read the alert: closing with unread input would reset the connection.
  private func close(sending response: [UInt8]) async {
    channel.refuse(sending: response)
    connection.shutdownWriting()
    let end = ContinuousClock.now + .seconds(1)
    var discarded = 0
    while connection.isOpen, discarded < Self.maxDiscardedBytes, ContinuousClock.now < end {
      guard case .bytes(let count) = await unsafe connection.receive(until: end, { _ in }) else { break }
      discarded += count
    }
    connection.close()
  }
}
