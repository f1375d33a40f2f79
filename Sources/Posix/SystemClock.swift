import Glibc

/// Milliseconds since 1970 by the system's clock, which may be wrong, and which anybody may set.
package func systemMilliseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
}
