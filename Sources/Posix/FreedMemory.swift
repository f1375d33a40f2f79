import CMalloc

/// Gives the system back what has been freed: glibc keeps it for later, holes of many pages
/// included.
///
/// To be called after work that took much for a short time; it takes about a millisecond.
package func giveBackFreedMemory() {
    malloc_trim(0)
}
