import Glibc

/// Runs `entry` on the inputs of libFuzzer, or on the files named on the command line.
///
/// - Parameter entry: called on one thread, one input after the other; a trap in it is a finding.
/// - Returns: the exit status.
package func fuzz(_ entry: @escaping ([UInt8]) -> Void) -> Int32 {
  unsafe Entry.run = entry
  var count = CommandLine.argc
  var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = unsafe CommandLine.unsafeArgv
  return unsafe runDriver(&count, &arguments) { data, size in
    unsafe Entry.run(Array(UnsafeRawBufferPointer(start: data, count: size)))
    return 0
  }
}

/// Ends the process if a rule is violated; libFuzzer keeps the input.
package func require(
  _ condition: @autoclosure () -> Bool, _ rule: @autoclosure () -> String, file: StaticString = #file,
  line: UInt = #line
) {
  if condition() { return }
  // A release build does not print the message of a failed precondition.
  print("\(file):\(line): broken: \(rule())")
  fflush(nil)
  preconditionFailure()
}

private enum Entry {
  /// A C function pointer carries no context. Written once, before the one thread that fuzzes reads it.
  nonisolated(unsafe) static var run: ([UInt8]) -> Void = { _ in }
}

/// The entry point of libFuzzer as a library: with its own `main`, each target would need a symbol of the same C name.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ callback: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt
