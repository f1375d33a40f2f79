import Glibc

/// An error number of the operating system.
package struct Errno: Error, Hashable, CustomStringConvertible {
    package var number: Int32

    package init(_ number: Int32) {
        self.number = number
    }

    /// The number that the last failed call has left.
    package static var current: Errno { Errno(errno) }

    /// The words of `strerror(3)`, in lower case.
    package var description: String {
        let text = String(cString: strerror(number))
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}
