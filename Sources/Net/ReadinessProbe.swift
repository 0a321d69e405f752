import CLinux
import Glibc

/// A blocking one-shot `GET /ready`, for the health check of a container.
package enum ReadinessProbe {
  private static let timeoutSeconds = 5

  /// - Returns: the status of the answer. - Throws: `ProbeError` where there is none within five seconds.
  package static func status(of address: SocketAddress) throws(ProbeError) -> Int {
    // A server that listens on all interfaces is asked on loopback.
    let host = address.host == "0.0.0.0" ? "127.0.0.1" : address.host == "::" ? "::1" : address.host
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    guard unsafe getaddrinfo(host, String(address.port), &hints, &list) == 0, let first = unsafe list else {
      throw ProbeError(address: address, reason: "the name is not known")
    }
    defer { unsafe freeaddrinfo(list) }
    let descriptor = unsafe socket(first.pointee.ai_family, first.pointee.ai_socktype, 0)
    guard descriptor >= 0 else { throw ProbeError(address: address, reason: systemReason()) }
    defer { close(descriptor) }
    var patience = timeval(tv_sec: timeoutSeconds, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, size)
    guard unsafe connect(descriptor, first.pointee.ai_addr, first.pointee.ai_addrlen) == 0 else {
      throw ProbeError(address: address, reason: systemReason())
    }
    let request = Array("GET /ready HTTP/1.1\r\nHost: \(address)\r\nConnection: close\r\n\r\n".utf8)
    guard unsafe send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
      throw ProbeError(address: address, reason: systemReason())
    }
    var answer = [UInt8](repeating: 0, count: 64)
    let count = unsafe recv(descriptor, &answer, answer.count, 0)
    let words = String(decoding: answer.prefix(max(0, count)), as: UTF8.self).split(separator: " ")
    guard words.count > 1, words[0] == "HTTP/1.1", let status = Int(words[1]) else {
      throw ProbeError(address: address, reason: "it did not answer in HTTP")
    }
    return status
  }
}

/// A server could not be asked.
package struct ProbeError: Error, Sendable, CustomStringConvertible {
  package var address: SocketAddress
  package var reason: String
  package var description: String { "cannot reach \(address): \(reason)" }
}
