/// A sequence of foods of a download, in batches.
protocol DraftSource {
  /// The next batch; empty at the end.
  mutating func next() throws(FoodImportError) -> [FoodDraft]
}

/// The progress of an import.
package struct ImportProgress: Sendable, Equatable {
  /// Name of the file that is being read.
  package var file: String
  /// Bytes processed so far, of all files.
  package var bytesDone = 0
  /// Bytes of all files.
  package var bytesTotal = 0
  /// Foods processed so far.
  package var foods = 0

  /// No progress yet.
  package init(file: String) { self.file = file }

  /// Completed share, 0...1.
  package var share: Double { bytesTotal > 0 ? min(1, Double(bytesDone) / Double(bytesTotal)) : 0 }
}

/// Reports the progress of an import over all its files.
final class ProgressMeter {
  private(set) var progress: ImportProgress
  private let report: (ImportProgress) -> Void
  private var before = 0

  init(total: Int, _ report: @escaping (ImportProgress) -> Void) {
    progress = ImportProgress(file: "")
    progress.bytesTotal = total
    self.report = report
  }

  /// Begins a file.
  func begin(_ file: String) {
    before = progress.bytesDone
    progress.file = file
  }

  /// Reports the bytes of the current file read so far.
  func reached(_ bytes: Int) {
    guard before + bytes != progress.bytesDone else { return }
    progress.bytesDone = before + bytes
    report(progress)
  }

  /// Reports stored foods.
  func stored(_ foods: Int) {
    progress.foods += foods
    report(progress)
  }
}
