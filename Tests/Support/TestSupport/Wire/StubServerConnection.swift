import Glibc

/// One connection of a `StubServer`, on its thread.
struct StubServerConnection {
  let descriptor: Int32
  let blocked: Gate
  let abandoned: Gate

  /// The next request; nil if the client has disconnected.
  func receive(number: Int) -> StubServer.Request? {
    var bytes: [UInt8] = []
    while true {
      if let request = Self.request(in: bytes, connection: number) { return request }
      var buffer = [UInt8](repeating: 0, count: 65536)
      let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { return nil }
      bytes += buffer[..<count]
    }
  }

  /// - Returns: whether the connection stays open.
  func play(_ steps: [StubServer.Step]) -> Bool {
    for step in steps {
      switch step {
      case .send(let bytes):
        guard send(bytes) else {
          abandoned.open()
          return false
        }
      case .wait(let gate): guard wait(for: gate) else { return false }
      case .stall:
        _ = wait(for: nil)
        return false
      case .close: return false
      case .reset:
        var linger = linger(l_onoff: 1, l_linger: 0)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
        return false
      }
    }
    return true
  }

  private func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[sent...])
        return unsafe Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
      }
      if count >= 0 {
        sent += count
      } else if errno == EAGAIN {
        // A client that reads takes something within this time, however busy the machine is.
        if !Poll.wait(descriptor, for: POLLOUT, until: .now + .milliseconds(500)) { blocked.open() }
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  /// Waits for the gate, or for ever. - Returns: false if the client disconnected.
  private func wait(for gate: Gate?) -> Bool {
    while gate?.isOpen != true {
      // The client has sent its request: whatever can be read now is its end.
      if Poll.wait(descriptor, for: POLLIN, until: .now + .milliseconds(gate == nil ? 1000 : 1)) {
        abandoned.open()
        return false
      }
    }
    return true
  }

  private static func request(in bytes: [UInt8], connection: Int) -> StubServer.Request? {
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n").map(String.init)
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      fields[line[..<colon].lowercased()] = String(line[line.index(after: colon)...].drop { $0 == " " })
    }
    let body = Array(bytes[end.upperBound...])
    guard body.count >= fields["content-length"].flatMap({ Int($0) }) ?? 0 else { return nil }
    return StubServer.Request(line: lines.first ?? "", fields: fields, body: body, connection: connection)
  }
}
