import Glibc
package import TLS

extension ByteConnection {
  /// What became of a handshake.
  package enum HandshakeOutcome: Sendable, Equatable {
    case done
    case refused(TLSError)
    case timedOut
    /// The peer went, or `interrupt()` was called.
    case disconnected
  }

  /// Whether what is sent and received is encrypted.
  package var isEncrypted: Bool { tls != nil }

  /// Makes this connection one of TLS, as the side that listens, before anything was read or written.
  ///
  /// Where it fails the peer is told why, as far as it listens, and the connection is closed.
  /// - Parameters:
  ///   - deadline: for the whole handshake, however its bytes come.
  ///   - plainHTTPResponse: said to a peer that speaks HTTP without TLS.
  package func startTLS(
    _ context: TLSContext, until deadline: ContinuousClock.Instant, plainHTTPResponse: [UInt8]
  ) async -> HandshakeOutcome {
    let channel: TLSChannel
    do throws(TLSError) {
      channel = TLSChannel(try TLSSession(context))
    } catch {
      close()
      return .refused(error)
    }
    tls = channel
    while channel.session.phase == .handshaking {
      var early: [UInt8] = []
      let outcome = await unsafe receive(until: deadline) { unsafe early.append(contentsOf: $0) }
      channel.early += early
      if case .bytes = outcome, ContinuousClock.now < deadline { continue }
      if channel.session.phase == .failed { break }
      close()
      return outcome == .timedOut || ContinuousClock.now >= deadline ? .timedOut : .disconnected
    }
    guard channel.session.phase == .failed else { return .done }
    let failure = channel.failure ?? .over
    await endRefused(channel, saying: failure == .plainHTTP ? plainHTTPResponse : [])
    return .refused(failure)
  }

  /// Decrypts what the socket gave, and answers what TLS itself has to answer.
  func receivedEncrypted(
    _ bytes: UnsafeRawBufferPointer, _ channel: TLSChannel, _ consume: (UnsafeRawBufferPointer) -> Void
  ) -> ReadOutcome {
    let outcome: ReadOutcome?
    do throws(TLSError) {
      outcome = try unsafe channel.received(bytes, consume)
    } catch {
      channel.failure = error
      outcome = .end
    }
    // Not at once: whoever reads here is not to be told in between that something was written.
    if channel.hasUnsent { scheduleFlush() }
    guard let outcome, isOpen else {
      close()
      return .end
    }
    return outcome
  }

  /// Gives the peer a second to read the alert: closing with unread input would reset the connection.
  private func endRefused(_ channel: TLSChannel, saying answer: [UInt8]) async {
    channel.sendPlainly(answer)
    channel.discards = true
    shutdownWriting()
    let end = ContinuousClock.now + .seconds(1)
    var patience = 64 << 10
    while isOpen, patience > 0, ContinuousClock.now < end {
      guard case .bytes(let count) = await unsafe receive(until: end, { _ in }) else { break }
      patience -= count
    }
    close()
  }
}
