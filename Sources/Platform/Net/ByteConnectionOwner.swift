/// An object that serves a connection by callbacks instead of a task that waits in `receive`. On the loop's thread.
package protocol ByteConnectionOwner: AnyObject {
  /// Bytes or the end of input may be available; `receiveAvailable` reads them.
  func becameReadable()
  /// The kernel has accepted all queued output.
  func flushed()
  /// The connection is closed, by either side.
  func connectionClosed()
}
