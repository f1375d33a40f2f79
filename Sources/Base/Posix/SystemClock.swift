import Glibc

/// Milliseconds since 1970 by the system's clock, which may be wrong, and which anybody may set.
package func systemMilliseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
}

/// Seconds since the machine was switched on, by a clock that nobody sets and that goes on while it
/// sleeps.
@Sendable package func bootUptime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
