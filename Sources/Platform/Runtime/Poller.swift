import CLinux
import Glibc

/// The epoll set of a loop, with an eventfd by which other threads wake it.
@safe final class Poller: Sendable {
  /// Maximum number of events returned by one `epoll_wait`.
  static let capacity = 256

  private let epoll: Int32
  private let wakeDescriptor: Int32
  /// `nonisolated(unsafe)`: only the loop's thread accesses the memory.
  private nonisolated(unsafe) let readyEvents = UnsafeMutablePointer<epoll_event>.allocate(capacity: capacity)

  /// - Throws: `SystemError` if no descriptors are left.
  init() throws(SystemError) {
    epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard epoll >= 0 else { throw SystemError("epoll_create1") }
    wakeDescriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    guard wakeDescriptor >= 0 else { throw SystemError("eventfd") }
    try add(wakeDescriptor, events: EPOLLIN.rawValue)
  }

  deinit {
    close(epoll)
    close(wakeDescriptor)
    unsafe readyEvents.deallocate()
  }

  func add(_ descriptor: Int32, events: UInt32) throws(SystemError) {
    guard hearth_epoll_control(epoll, EPOLL_CTL_ADD, descriptor, events) == 0 else {
      throw SystemError("epoll_ctl")
    }
  }

  func remove(_ descriptor: Int32) { _ = hearth_epoll_control(epoll, EPOLL_CTL_DEL, descriptor, 0) }

  /// Makes the current or the next `wait` return. Any thread.
  func wake() {
    var one: UInt64 = 1
    _ = unsafe write(wakeDescriptor, &one, 8)
  }

  /// Waits for events. - Returns: the number of events, to be read by the subscript.
  /// - Parameter milliseconds: the timeout; -1 for none.
  func wait(milliseconds: Int32) -> Int {
    max(0, unsafe Int(epoll_wait(epoll, readyEvents, Int32(Self.capacity), milliseconds)))
  }

  /// Waits for events for less than a millisecond. Before Linux 5.11 it returns 0 at once.
  func wait(nanoseconds: Int) -> Int {
    max(0, unsafe Int(hearth_epoll_wait_short(epoll, readyEvents, Int32(Self.capacity), nanoseconds)))
  }

  /// An event of the last `wait`; nil if it is the wake-up of the loop.
  subscript(index: Int) -> (descriptor: Int32, events: UInt32)? {
    let descriptor = unsafe hearth_epoll_descriptor(readyEvents + index)
    guard descriptor != wakeDescriptor else {
      var count: UInt64 = 0
      _ = unsafe read(wakeDescriptor, &count, 8)
      return nil
    }
    return unsafe (descriptor, readyEvents[index].events)
  }
}
