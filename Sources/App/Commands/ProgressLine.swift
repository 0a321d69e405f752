import Foods
import Glibc

/// The progress of an import on standard error: one line that is overwritten on a terminal, else a line for each tenth.
final class ProgressLine {
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private var last = ContinuousClock.now - .seconds(1)
  private var tenths = 0
  private var isShown = false

  private static let width = 24

  func show(_ progress: ImportProgress) {
    if isTerminal {
      guard ContinuousClock.now - last >= .milliseconds(100) else { return }
      last = .now
      isShown = true
      write("\r" + Self.bar(progress) + "\u{1B}[K")
    } else {
      let reached = Int(progress.share * 10)
      guard reached > tenths else { return }
      tenths = reached
      write("\(reached * 10) % read, \(progress.foods) foods\n")
    }
  }

  /// Ends the line, so that later output begins a new one.
  func end() { if isShown { write("\r\u{1B}[K") } }

  private static func bar(_ progress: ImportProgress) -> String {
    let full = Int(progress.share * Double(width))
    let bar = String(repeating: "#", count: full) + String(repeating: ".", count: width - full)
    let name = progress.file.split(separator: "/").last.map(String.init) ?? ""
    let percent = Int(progress.share * 100)
    return "[\(bar)] \(percent) %  \(progress.foods) foods  \(name)"
  }

  private func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
