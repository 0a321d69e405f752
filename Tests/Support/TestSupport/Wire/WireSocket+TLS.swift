package import TLS

extension WireSocket {
  /// Starts TLS without verifying the certificate.
  /// - Parameters:
  ///   - protocols: what is offered by ALPN.
  ///   - chunk: how many bytes of the handshake go out at once.
  /// - Throws: `WireError.malformed` with OpenSSL's words where the server breaks a rule or refuses;
  ///   `WireError.ended`, `WireError.timedOut`.
  package func startTLS(
    upTo version: TLSContext.Version = .tls13, protocols: [String] = ["http/1.1"], chunk: Int = .max,
    within limit: Duration = .seconds(10)
  ) throws(WireError) {
    let session: TLSSession
    do {
      session = try TLSSession(.unverifiedClient(upTo: version), protocols: protocols)
      try session.start()
    } catch {
      throw .malformed("TLS: \(error)")
    }
    let deadline = ContinuousClock.now + limit
    while true {
      var output: [UInt8] = []
      session.takeOutput(into: &output)
      var start = 0
      while start < output.count {
        let end = min(output.count, start + min(chunk, output.count))
        try sendPlainly(Array(output[start..<end]), within: limit)
        start = end
      }
      guard session.phase == .handshaking else { break }
      let bytes = try receivePlainly(until: deadline)
      guard !bytes.isEmpty else { throw .ended(what: "the handshake", received: "") }
      _ = try opened(bytes, session)
    }
    tls = session
  }

  /// Sends `bytes` as one record, `chunk` bytes of it at once.
  package func send(_ bytes: [UInt8], chunk: Int) throws(WireError) {
    guard let tls else { return try sendPlainly(bytes) }
    let record = try Self.sealed(bytes, tls)
    for start in stride(from: 0, to: record.count, by: chunk) {
      try sendPlainly(Array(record[start..<min(record.count, start + chunk)]))
    }
  }

  /// `TLSv1.3`, and the protocol that was agreed on.
  package var tlsVersion: String? { tls?.version }
  /// The protocol that ALPN selected; nil without TLS or ALPN.
  package var tlsProtocol: String? { tls?.applicationProtocol }

  /// Whether the peer has sent `close_notify`, which distinguishes an end from a truncated stream.
  package var sawGoodbye: Bool { tls?.phase == .peerFinished }

  /// Says in TLS that nothing more will be sent; the connection itself stays open both ways.
  package func sayGoodbye() throws(WireError) {
    guard let tls else { return }
    tls.close()
    var output: [UInt8] = []
    tls.takeOutput(into: &output)
    try sendPlainly(output)
  }

  static func sealed(_ bytes: [UInt8], _ session: TLSSession) throws(WireError) -> [UInt8] {
    var output: [UInt8] = []
    do throws(TLSError) { try session.seal(bytes, into: &output) } catch { throw .malformed("TLS: \(error)") }
    return output
  }

  /// Decrypts `bytes` of the wire and sends the responses of TLS itself.
  func opened(_ bytes: [UInt8], _ session: TLSSession) throws(WireError) -> [UInt8] {
    var plain: [UInt8] = []
    let result = unsafe bytes.withUnsafeBytes { bytes -> Result<Void, TLSError> in
      do throws(TLSError) {
        _ = try unsafe session.receive(bytes) { unsafe plain.append(contentsOf: $0) }
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    if case .failure(let error) = result { throw .malformed("TLS: \(error)") }
    return plain
  }
}
