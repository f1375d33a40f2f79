package import Geofencing
import Glibc
package import Posix

/// Why a journey cannot be served.
package enum ServingError: Error, Equatable, CustomStringConvertible {
    case cannotListen(String, Errno)
    case cannotOpenTerminal(Errno)
    /// A trace without a single time.
    case nothing(String)
    /// The trace ends before the time to begin at.
    case ended(first: Timestamp, last: Timestamp)

    package var description: String {
        switch self {
        case .cannotListen(let address, Errno(EADDRINUSE)):
            "\(address): another process listens there: stop it, or choose another port"
        case .cannotListen(let address, Errno(EACCES)):
            "\(address): permission denied: choose a port from 1024 on"
        case .cannotListen(let address, let error): "\(address): cannot listen: \(error)"
        case .cannotOpenTerminal(let error): "no pseudo-terminal can be had: \(error)"
        case .nothing(let name): "\(name.visible): has no time in it: there is nothing to serve"
        case .ended(let first, let last):
            "--from: is after the end: it goes from \(first) to \(last)"
        }
    }
}
