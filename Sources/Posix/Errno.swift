import Glibc

/// An error number of the operating system.
package struct Errno: Error, Hashable, CustomStringConvertible {
    package var number: Int32

    package init(_ number: Int32) {
        self.number = number
    }

    /// The one that the last failed call left.
    package static var current: Errno { Errno(errno) }

    /// In words, as `strerror(3)` has them, in lower case.
    package var description: String {
        let text = String(cString: strerror(number))
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}
