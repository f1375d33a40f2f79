import FoundationEssentials
import Geofencing
import Glibc
import Positions
import Posix

/// What a gpsd says of itself and of its receivers within a short time.
struct GPSDProbe {
    var release: String?
    /// The paths of the receivers.
    var devices: [String] = []
    /// The best `mode` that was seen: 0 and 1 are no fix; `nil` if no position came.
    var mode: Int?
    var time: Timestamp?

    enum Failure: Error, Equatable, CustomStringConvertible {
        case unknownHost
        case cannotConnect(Errno)
        case silent
        case notGPSD

        var description: String {
            switch self {
            case .unknownHost: "there is no such host"
            case .cannotConnect(let error): "\(error)"
            case .silent: "accepts a connection, and says nothing"
            case .notGPSD: "whoever listens there is not gpsd"
            }
        }

        /// `address`: of whom this is said.
        func remedy(at address: GPSDAddress) -> String {
            switch self {
            case .unknownHost, .notGPSD: "mend source in the configuration"
            case .cannotConnect where !address.isOfThisMachine:
                "start gpsd there, with -G so that it takes others than its own machine, or mend "
                    + "source in the configuration"
            case .cannotConnect where address.port != GPSDAddress.usual.port:
                GPSDProbe.answersAsUsual
                    ? "gpsd answers at \(GPSDAddress.usual): mend source in the configuration"
                    : "gpsd listens at \(GPSDAddress.usual) unless it is told otherwise: mend "
                        + "source in the configuration, or start it there"
            case .cannotConnect where GPSDProbe.isInstalled:
                "sudo systemctl enable --now gpsd.socket; if gpsd listens elsewhere, say where in "
                    + "source, as in gpsd:HOST:PORT"
            case .cannotConnect:
                "sudo apt install gpsd, then sudo systemctl enable --now gpsd.socket"
            case .silent where address.isOfThisMachine: "sudo systemctl restart gpsd"
            case .silent: "start gpsd there again"
            }
        }
    }

    /// Where Debian's gpsd is.
    private static var isInstalled: Bool { InputFile.exists("/usr/sbin/gpsd") }

    /// Whether a gpsd is where it is by default.
    private static var answersAsUsual: Bool {
        (try? GPSDProbe(.usual, patience: .milliseconds(500))) != nil
    }

    /// `patience`: for all of it. It returns earlier if there is no more to learn.
    init(_ address: GPSDAddress, patience: Duration) throws(Failure) {
        let end = ContinuousClock.now + patience
        wanted = address.device
        let descriptor = try Self.connect(address, until: end)
        defer { close(descriptor) }
        let watch = Array("?WATCH={\"enable\":true,\"json\":true}\n".utf8)
        _ = send(descriptor, watch, watch.count, Int32(MSG_NOSIGNAL))
        var lines = LineCutter(longest: 1 << 20)
        while !isComplete, lines.tooLong == 0, Self.wait(descriptor, POLLIN, until: end) {
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            for line in lines.take(Array(buffer[..<count])) { try take(line) }
        }
        if release == nil { throw lines.isInLine ? .notGPSD : .silent }
    }

    private var hasDeviceList = false
    /// The receiver that counts; `nil`: each does.
    private let wanted: String?

    private var isComplete: Bool { hasDeviceList && devices.isEmpty || mode ?? 0 >= 2 }

    private struct Line: Decodable {
        var `class`: String
        var release: String?
        var devices: [Device]?
        var mode: Int?
        var time: String?

        /// Of a position, which receiver's it is.
        var device: String?

        struct Device: Decodable { var path: String? }
    }

    /// Reads one line. The first line of a gpsd says its version.
    private mutating func take(_ line: [UInt8]) throws(Failure) {
        guard let line = try? JSONDecoder().decode(Line.self, from: Data(line)) else {
            if release == nil { throw .notGPSD }
            return
        }
        switch line.class {
        case "VERSION": release = line.release ?? ""
        case "DEVICES":
            hasDeviceList = true
            devices = line.devices?.compactMap(\.path) ?? []
        case "TPV" where wanted == nil || line.device == nil || line.device == wanted:
            mode = max(mode ?? 0, line.mode ?? 0)
            if line.mode ?? 0 >= 2 { time = line.time.flatMap { Timestamp(iso8601: $0) } ?? time }
        default: break
        }
    }

    private static func connect(
        _ address: GPSDAddress, until end: ContinuousClock.Instant
    ) throws(Failure) -> Int32 {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        // An empty name means this machine, even if /etc/hosts does not know localhost.
        let host = address.isLocalhost ? nil : address.host
        guard getaddrinfo(host, "\(address.port)", &hints, &list) == 0, let list else {
            throw .unknownHost
        }
        defer { freeaddrinfo(list) }
        var failure = Errno(ETIMEDOUT)
        for entry in sequence(first: list, next: { $0.pointee.ai_next }) {
            let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
            let descriptor = socket(entry.pointee.ai_family, kind, 0)
            guard descriptor >= 0 else { continue }
            let code = Glibc.connect(descriptor, entry.pointee.ai_addr, entry.pointee.ai_addrlen)
            if code == 0 { return descriptor }
            failure = .current
            if failure.number == EINPROGRESS {
                failure = Errno(ETIMEDOUT)
                if wait(descriptor, POLLOUT, until: end) {
                    var error: Int32 = 0
                    var size = socklen_t(MemoryLayout<Int32>.size)
                    getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size)
                    if error == 0 { return descriptor }
                    failure = Errno(error)
                }
            }
            close(descriptor)
        }
        throw .cannotConnect(failure)
    }

    /// Waits for events; `false` if the time is over.
    private static func wait(
        _ descriptor: Int32, _ events: Int32, until end: ContinuousClock.Instant
    ) -> Bool {
        var state = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        while true {
            let left = (end - ContinuousClock.now) / .milliseconds(1)
            let code = poll(&state, 1, Int32(max(0, left)))
            if code < 0, errno == EINTR { continue }
            return code > 0
        }
    }
}

extension GPSDAddress {
    fileprivate static let usual = GPSDAddress()

    fileprivate var isOfThisMachine: Bool {
        isLocalhost || host == "::1" || host.hasPrefix("127.")
    }
}
