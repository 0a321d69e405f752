/// Foods as a download tells them, some at a time.
protocol DraftSource {
  /// The next ones; empty at the end.
  mutating func next() throws(FoodImportError) -> [FoodDraft]
}

/// How far an import is.
package struct ImportProgress: Sendable, Equatable {
  /// What is read at the moment.
  package var file: String
  package var bytesDone = 0
  package var bytesTotal = 0
  /// Foods that went through.
  package var foods = 0

  package init(file: String) { self.file = file }

  /// 0...1
  package var share: Double { bytesTotal > 0 ? min(1, Double(bytesDone) / Double(bytesTotal)) : 0 }
}

/// Counts the bytes of all files that one import reads.
final class ProgressMeter {
  private(set) var progress: ImportProgress
  private let report: (ImportProgress) -> Void
  private var before = 0

  init(total: Int, _ report: @escaping (ImportProgress) -> Void) {
    progress = ImportProgress(file: "")
    progress.bytesTotal = total
    self.report = report
  }

  func begin(_ file: String) {
    before = progress.bytesDone
    progress.file = file
  }

  /// - Parameter bytes: of the current file so far.
  func reached(_ bytes: Int) {
    guard before + bytes != progress.bytesDone else { return }
    progress.bytesDone = before + bytes
    report(progress)
  }

  func stored(_ foods: Int) {
    progress.foods += foods
    report(progress)
  }
}
