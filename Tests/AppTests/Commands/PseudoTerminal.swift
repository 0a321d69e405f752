import Foundation
import Glibc
import Testing

/// A terminal whose keys and screen belong to the test. Blocking.
final class PseudoTerminal {
  struct Failure: Error { var errno: Int32 }

  /// The requests of ioctl_tty(2): unlock the other end, and return its number.
  private static let unlock: UInt = 0x4004_5431
  private static let number: UInt = 0x8004_5430

  /// The end that a program uses.
  let peer: FileHandle
  private let keys: FileHandle
  private var screen = ""

  init() throws {
    keys = try Self.open("/dev/ptmx")
    var (isLocked, number): (Int32, Int32) = (0, 0)
    guard unsafe ioctl(keys.fileDescriptor, Self.unlock, &isLocked) == 0,
      unsafe ioctl(keys.fileDescriptor, Self.number, &number) == 0
    else { throw Failure(errno: errno) }
    peer = try Self.open("/dev/pts/\(number)")
  }

  private static func open(_ path: String) throws -> FileHandle {
    let descriptor = unsafe Glibc.open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure(errno: errno) }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// Whether the terminal shows the keys.
  var echoes: Bool {
    var settings = termios()
    return unsafe tcgetattr(peer.fileDescriptor, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
  }

  func write(_ text: String) throws { try keys.write(contentsOf: Data(text.utf8)) }

  /// Waits until the screen has shown a text, at most 20 seconds. - Returns: everything that it showed.
  @discardableResult
  func waitFor(_ text: String) throws -> String {
    while !screen.contains(text) {
      var poll = pollfd(fd: keys.fileDescriptor, events: Int16(POLLIN), revents: 0)
      guard unsafe Glibc.poll(&poll, 1, 20_000) == 1 else {
        Issue.record("the terminal showed only: \(screen)")
        return screen
      }
      screen += String(decoding: keys.availableData, as: UTF8.self)
    }
    return screen
  }
}
