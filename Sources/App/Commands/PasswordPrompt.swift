import Glibc

/// Reads a new password: from a terminal without echo and twice, from other input its first line.
enum PasswordPrompt {
  private static let maxBytes = 4096

  /// - Throws: `CommandFailure` if there is no password, the two differ, or the user interrupts.
  static func read() throws -> String {
    guard isatty(STDIN_FILENO) == 1 else { return try checked(readLine(strippingNewline: true)) }
    let (first, second) = try withoutEcho {
      let first = try checked(try ask("Password: "))
      return (first, try ask("The same password again: "))
    }
    guard first == second else { throw CommandFailure("the two passwords differ") }
    return first
  }

  private static func checked(_ password: String?) throws -> String {
    guard let password, !password.isEmpty else { throw CommandFailure("no password on standard input") }
    return password
  }

  private static func ask(_ prompt: String) throws -> String? {
    StandardError.write(prompt)
    defer { StandardError.write("\n") }
    return try line()
  }

  /// Runs `body` while the terminal neither shows characters nor turns them into signals: a signal would end the program
  /// before the terminal is restored.
  private static func withoutEcho<Value>(_ body: () throws -> Value) throws -> Value {
    var usual = termios()
    guard unsafe tcgetattr(STDIN_FILENO, &usual) == 0 else { throw CommandFailure("cannot read from this terminal") }
    var silent = usual
    silent.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
    guard unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &silent) == 0 else {
      throw CommandFailure("cannot turn off the echo of this terminal")
    }
    defer { unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &usual) }
    return try body()
  }

  /// Reads a line with the keys by which a terminal edits one. - Returns: nil at the end of the input.
  private static func line() throws -> String? {
    var bytes: [UInt8] = []
    while true {
      var byte: UInt8 = 0
      let count = unsafe Glibc.read(STDIN_FILENO, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1 else { return nil }
      switch byte {
      case 0x03, 0x1C: throw CommandFailure("interrupted")  // ^C, ^\
      case 0x04 where bytes.isEmpty: return nil  // ^D
      case 0x0A, 0x0D: return String(decoding: bytes, as: UTF8.self)
      case 0x08, 0x7F: bytes = Array(String(decoding: bytes, as: UTF8.self).dropLast().utf8)  // backspace
      case 0x15: bytes = []  // ^U
      case 0x20...: bytes.append(byte)
      default: break
      }
      guard bytes.count <= maxBytes else { throw CommandFailure("the password is too long") }
    }
  }
}
