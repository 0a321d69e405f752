package import Runtime

/// Tells the service manager that the server lives, and falls silent where it does not.
package struct Watchdog: Sendable {
  let loops: [EventLoop]
  let notifier: ServiceNotifier

  package init(loops: [EventLoop], notifier: ServiceNotifier) {
    self.loops = loops
    self.notifier = notifier
  }

  /// Waits for every loop's turn, then tells. A loop that hangs keeps this from returning: nothing is told any more,
  /// and the manager starts the server again.
  ///
  /// The database is left out: a disk that is slow or full does not get better by a restart.
  package func look() async {
    for loop in loops { await loop.takeTurn() }
    notifier.keepAlive()
  }
}

extension EventLoop {
  /// Returns when the loop came to it.
  fileprivate func takeTurn() {}
}
