import Formats
package import Geofencing
import Posix

/// Every way to get positions; the word before the colon of a `--source` names one.
package enum PositionSources {
    /// To add one: write its file, and name it here.
    static let all: [Scheme] = [
        Scheme("gpsd", .receiver { GPSDSource(try GPSDAddress($0)) }),
        Scheme(
            "gpx", endings: ["gpx"],
            .trace(recognises: XMLParser.recognises) { file, _ in
                DatedTrace(GPXSource(file), isWhole: !file.mayWait)
            }),
        Scheme(
            "nmea", endings: ["nmea", "log", "txt", "ubx"],
            .trace(recognises: NMEASource.recognises) {
                DatedTrace(NMEASource($0, $1), isWhole: !$0.mayWait)
            }),
        Scheme(
            "simulate", endings: ["toml"],
            .trace(recognises: SimulatedSource.recognises) { file, _ in SimulatedSource(file) }),
    ]

    /// The names of those that read files, for `--format`.
    package static let traceFormats = all.filter(\.readsTraces).map(\.name)

    /// One entry of the list: its name, and how it opens a source.
    struct Scheme: Sendable {
        let name: String
        /// Endings of file names, without the point. They decide where the first bytes do not.
        let endings: [String]
        let kind: Kind

        enum Kind: Sendable {
            /// A recorded trace; `recognises` says whether a file with these first bytes is one.
            case trace(
                recognises: @Sendable (UnsafeRawBufferPointer) -> Bool,
                open: @Sendable (TraceFile, TraceOptions) -> any PositionSource)
            /// A receiver at the address that follows the colon.
            case receiver(open: @Sendable (String) throws -> any PositionSource)
        }

        init(_ name: String, endings: [String] = [], _ kind: Kind) {
            (self.name, self.endings, self.kind) = (name, endings, kind)
        }

        /// What is written to name one, for messages.
        var form: String {
            readsTraces ? "\(name):FILE" : "\(name): for this machine's, or \(name):HOST:PORT"
        }

        var readsTraces: Bool {
            if case .trace = kind { true } else { false }
        }
    }
}

extension PositionSources {
    /// Opens `location`: `scheme:address`, `scheme:path`, or a bare path, whose content tells what
    /// it is. The path `-` is standard input.
    package static func open(
        _ location: String, _ options: TraceOptions = TraceOptions()
    ) async throws -> any PositionSource {
        let (scheme, rest) = try split(location)
        switch scheme?.kind {
        case .receiver(let open): return try open(rest)
        case .trace(_, let open): return open(try TraceFile(path: rest), options)
        case nil:
            let file = try TraceFile(path: rest)
            guard case .trace(_, let open) = try await recognise(file, options)?.kind else {
                throw TraceError.unknownFormat(file.name)
            }
            return open(file, options)
        }
    }

    /// Throws if `location` is written wrong, as `open` would; opens nothing.
    package static func check(_ location: String) throws {
        let (scheme, rest) = try split(location)
        if case .receiver(let open) = scheme?.kind { _ = try open(rest) }
    }

    /// As `check`; throws also if the file that `location` names is not there.
    package static func checkIsThere(_ location: String) throws {
        try check(location)
        guard let path = try tracePath(location), path != "-", !InputFile.exists(path) else {
            return
        }
        throw FileError.cannotOpen(path, .current)
    }

    /// The one of `traceFormats` that the file at `location` has; `nil` for a receiver, and if the
    /// file does not tell.
    package static func traceFormat(of location: String) async throws -> String? {
        let (scheme, rest) = try split(location)
        if let scheme { return scheme.readsTraces ? scheme.name : nil }
        return try await recognise(try TraceFile(path: rest), TraceOptions())?.name
    }

    /// Whether it is a GPX file whose points have no times. Of a pipe that is not known.
    package static func hasNoTimes(_ location: String) async throws -> Bool {
        guard try TraceMark(of: location) != nil, try await traceFormat(of: location) == "gpx"
        else {
            return false
        }
        return await TraceDeparture(of: [location], TraceOptions(), after: 0)?.isUndated == true
    }

    /// Whether `location` names a receiver. Options of traces and pacing do not apply to one.
    package static func isReceiver(_ location: String) throws -> Bool {
        if case .receiver = try split(location).scheme?.kind { true } else { false }
    }

    /// The path of the file at `location`, or `-`; `nil` if that is a receiver.
    static func tracePath(_ location: String) throws -> String? {
        try isReceiver(location) ? nil : split(location).rest
    }

    private static func split(_ location: String) throws -> (scheme: Scheme?, rest: String) {
        guard let colon = location.firstIndex(of: ":") else {
            if let scheme = all.first(where: { $0.name == location }),
                !InputFile.exists(location)
            {
                throw LocationError.onlyScheme(location, use: scheme.form)
            }
            return (nil, location)
        }
        let word = location[..<colon]
        if let scheme = all.first(where: { $0.name == word }) {
            return (scheme, String(location[location.index(after: colon)...]))
        }
        // What looks like a scheme may be the name of a file that exists.
        guard word.allSatisfy({ $0.isASCII && $0.isLetter }), !InputFile.exists(location) else {
            return (nil, location)
        }
        throw LocationError.unknownScheme(String(word), known: all.map(\.name))
    }

    private static func recognise(
        _ file: TraceFile, _ options: TraceOptions
    ) async throws -> Scheme? {
        if let format = options.format { return all.first { $0.name == format } }
        // A pipe may deliver a single byte at first.
        while let head = try await file.peek() {
            if let scheme = all.first(where: { $0.recognises(head) }) { return scheme }
            if head.count >= mostToRecognise { break }
        }
        return all.first { $0.endings.contains(file.ending) }
    }

    /// Bytes that are looked at; a receiver may send others between two sentences for a while.
    private static let mostToRecognise = 4096
}

extension PositionSources.Scheme {
    fileprivate func recognises(_ head: UnsafeRawBufferPointer) -> Bool {
        if case .trace(let recognises, _) = kind { recognises(head) } else { false }
    }
}

extension TraceFile {
    /// What follows the last point of its name without `.gz`, in lower case; empty if there is
    /// none.
    fileprivate var ending: String {
        var parts = name.lowercased().split(separator: ".")
        if parts.last == "gz" { parts.removeLast() }
        return parts.last.map { String($0) } ?? ""
    }
}

/// Why the text of a `--source` names no source that can be opened.
package enum LocationError: Error, Equatable, CustomStringConvertible {
    case unknownScheme(String, known: [String])
    case onlyScheme(String, use: String)
    case badHost(String)
    case badPort(String)
    case badDevice(String)

    package var description: String {
        switch self {
        case .unknownScheme(let word, let known):
            "no position source is called '\(word)': use one of \(known.joined(separator: ", "))"
        case .onlyScheme(let word, let form):
            "\(word.quoted) alone is a file, and there is none of that name: use \(form)"
        case .badHost(let host):
            "\(host.quoted) is not a host: use a name or an address, IPv6 as in [::1]"
        case .badPort(let port): "\(port.quoted) is not a port: use a number from 1 to 65535"
        case .badDevice(let device):
            "\(device.quoted) is not a receiver: use its path, as in /dev/ttyACM0"
        }
    }
}
