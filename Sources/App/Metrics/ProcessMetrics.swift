import Bytes
import CLinux
import Glibc
import Metrics

/// The standard process metrics of Prometheus clients, read from `/proc/self` when they are asked for.
enum ProcessMetrics {
  static func register(in registry: MetricsRegistry) {
    let started = Double(Timestamp.now.milliseconds) / 1000
    registry.gauge("process_start_time_seconds", "Start of the process, Unix time.") { started }
    registry.gauge("process_resident_memory_bytes", "Resident memory.") { residentBytes() }
    registry.gauge("process_open_fds", "Open descriptors.") { openDescriptors() }
    registry.counter("process_cpu_seconds_total", "User and system time spent.") { cpuSeconds() }
  }

  static func residentBytes() -> Double {
    // proc(5): the second figure of statm is the resident set in pages.
    guard let text = try? FileContents.read("/proc/self/statm") else { return .nan }
    let figures = String(decoding: text, as: UTF8.self).split(separator: " ")
    guard figures.count > 1, let pages = Double(figures[1]) else { return .nan }
    return pages * Double(sysconf(Int32(_SC_PAGESIZE)))
  }

  private static func openDescriptors() -> Double {
    var status = stat()
    // Linux 6.2 and later count the entries. Listing thousands of them would delay other requests.
    if unsafe stat("/proc/self/fd", &status) == 0, status.st_size > 0 { return Double(status.st_size) }
    guard let folder = unsafe opendir("/proc/self/fd") else { return .nan }
    defer { unsafe closedir(folder) }
    var entries = 0
    while unsafe readdir(folder) != nil { entries += 1 }
    // Not counted: ".", ".." and the listing's own descriptor.
    return Double(max(0, entries - 3))
  }

  private static func cpuSeconds() -> Double {
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 else { return .nan }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
