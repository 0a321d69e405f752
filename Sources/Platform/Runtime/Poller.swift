import CLinux
import Glibc

/// The descriptors that a loop watches (an epoll set), and one more by which it is woken.
@safe final class Poller: Sendable {
  /// Most that are told of at once.
  static let capacity = 256

  private let epoll: Int32
  private let wakeDescriptor: Int32
  /// `nonisolated(unsafe)`: only the loop's thread touches what it points to.
  private nonisolated(unsafe) let told = UnsafeMutablePointer<epoll_event>.allocate(capacity: capacity)

  /// - Throws: `RuntimeError` where the system has no descriptors left.
  init() throws(RuntimeError) {
    epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard epoll >= 0 else { throw RuntimeError(call: "epoll_create1", code: errno) }
    wakeDescriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    guard wakeDescriptor >= 0 else { throw RuntimeError(call: "eventfd", code: errno) }
    try add(wakeDescriptor, events: EPOLLIN.rawValue)
  }

  deinit {
    close(epoll)
    close(wakeDescriptor)
    unsafe told.deallocate()
  }

  func add(_ descriptor: Int32, events: UInt32) throws(RuntimeError) {
    guard hearth_epoll_control(epoll, EPOLL_CTL_ADD, descriptor, events) == 0 else {
      throw RuntimeError(call: "epoll_ctl", code: errno)
    }
  }

  func remove(_ descriptor: Int32) { _ = hearth_epoll_control(epoll, EPOLL_CTL_DEL, descriptor, 0) }

  /// Makes the present or next `wait` return. Any thread.
  func wake() {
    var one: UInt64 = 1
    _ = unsafe write(wakeDescriptor, &one, 8)
  }

  /// Waits until something is ready. - Returns: how many are told of.
  /// - Parameter milliseconds: how long at most; -1: for ever.
  func wait(milliseconds: Int32) -> Int {
    max(0, unsafe Int(epoll_wait(epoll, told, Int32(Self.capacity), milliseconds)))
  }

  /// As `wait`, below a millisecond. Before Linux 5.11 it does not wait, and tells of nothing.
  func wait(nanoseconds: Int) -> Int {
    max(0, unsafe Int(hearth_epoll_wait_short(epoll, told, Int32(Self.capacity), nanoseconds)))
  }

  /// What the last `wait` told of, and what happened to it; nil: the loop was woken.
  subscript(index: Int) -> (descriptor: Int32, events: UInt32)? {
    let descriptor = unsafe hearth_epoll_descriptor(told + index)
    guard descriptor != wakeDescriptor else {
      var count: UInt64 = 0
      _ = unsafe read(wakeDescriptor, &count, 8)
      return nil
    }
    return unsafe (descriptor, told[index].events)
  }
}
