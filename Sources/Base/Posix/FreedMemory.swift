import CMalloc

/// Returns freed memory to the system; glibc keeps it for later, even holes of many pages.
///
/// Call it after work that took much memory for a short time. It takes about a millisecond.
package func giveBackFreedMemory() {
    malloc_trim(0)
}
