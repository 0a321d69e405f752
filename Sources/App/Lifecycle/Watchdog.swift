package import Runtime

/// Reports to the service manager that the server works, and stops reporting if it does not.
package struct Watchdog: Sendable {
  let loops: [EventLoop]
  let notifier: ServiceNotifier

  /// Checks `loops` and reports to `notifier`.
  package init(loops: [EventLoop], notifier: ServiceNotifier) {
    self.loops = loops
    self.notifier = notifier
  }

  /// Waits until every loop has responded, then reports. If a loop hangs, this never returns and the manager restarts the
  /// server.
  ///
  /// The database is not checked: a restart does not help a disk that is slow or full.
  package func check() async {
    for loop in loops { await loop.respond() }
    notifier.keepAlive()
  }
}

extension EventLoop {
  /// Returns after the loop has run it.
  fileprivate func respond() {}
}
