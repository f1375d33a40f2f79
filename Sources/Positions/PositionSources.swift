package import Geofencing
import Posix
import XML

/// Every way to get positions, by the word before the colon in `--source`.
package enum PositionSources {
    /// To add one: write its file, and name it here.
    static let all: [Scheme] = [
        Scheme("gpsd", .receiver { GPSDSource(try GPSDAddress($0)) }),
        Scheme(
            "gpx", endings: ["gpx"],
            .trace(recognises: XMLParser.recognises) {
                GPXSource($0, usesFastPaths: $1.usesFastPaths)
            }),
        Scheme(
            "nmea", endings: ["nmea", "log", "txt", "ubx"],
            .trace(recognises: NMEASource.recognises) {
                NMEASource($0, date: $1.date, usesFastPaths: $1.usesFastPaths)
            }),
        Scheme(
            "simulate", endings: ["toml"],
            .trace(recognises: SimulatedSource.recognises) { file, _ in SimulatedSource(file) }),
    ]

    /// The words of those that read files, for `--format`.
    package static let traceFormats = all.filter(\.readsTraces).map(\.name)

    /// One word of the list, and what it opens.
    struct Scheme: Sendable {
        let name: String
        /// Of file names, for files whose beginning does not tell.
        let endings: [String]
        let kind: Kind

        enum Kind: Sendable {
            /// A recorded trace; `recognises` tells by its first bytes what a bare file name is.
            case trace(
                recognises: @Sendable (UnsafeRawBufferPointer) -> Bool,
                open: @Sendable (TraceFile, TraceOptions) -> any PositionSource)
            /// A receiver at the location that follows the colon.
            case receiver(open: @Sendable (String) throws -> any PositionSource)
        }

        init(_ name: String, endings: [String] = [], _ kind: Kind) {
            (self.name, self.endings, self.kind) = (name, endings, kind)
        }

        var readsTraces: Bool {
            if case .trace = kind { true } else { false }
        }
    }
}

/// What may be known about a trace that it does not say itself.
package struct TraceOptions: Hashable, Sendable {
    /// The day on which an NMEA stream without dates begins.
    package var date: CivilDate?
    /// One of `PositionSources.traceFormats`; `nil`: the content of a bare file name tells.
    package var format: String?
    /// Whether what looks like something before it is read by its shape (FastPaths), which is quicker
    /// and comes to the same.
    package var usesFastPaths = true

    package init(date: CivilDate? = nil, format: String? = nil) {
        self.date = date
        self.format = format
    }
}

extension PositionSources {
    /// Opens `location`: `scheme:place`, or the bare name of a file or `-` for standard input,
    /// which is recognised by its content.
    package static func open(
        _ location: String, _ options: TraceOptions = TraceOptions()
    ) async throws -> any PositionSource {
        let (scheme, place) = try split(location)
        switch scheme?.kind {
        case .receiver(let open): return try open(place)
        case .trace(_, let open): return open(try TraceFile(path: place), options)
        case nil:
            let file = try TraceFile(path: place)
            guard case .trace(_, let open) = try await recognise(file, options)?.kind else {
                throw TraceError.unknownFormat(file.name)
            }
            return open(file, options)
        }
    }

    /// Throws what `open` would throw about `location` itself, and opens nothing.
    package static func check(_ location: String) throws {
        let (scheme, place) = try split(location)
        if case .receiver(let open) = scheme?.kind { _ = try open(place) }
    }

    /// Which of `traceFormats` is at `location`; `nil` if that cannot be told.
    package static func traceFormat(of location: String) async throws -> String? {
        let (scheme, place) = try split(location)
        if let scheme { return scheme.readsTraces ? scheme.name : nil }
        return try await recognise(try TraceFile(path: place), TraceOptions())?.name
    }

    /// Whether `location` names a receiver, which no trace options and no pacing apply to.
    package static func isReceiver(_ location: String) throws -> Bool {
        if case .receiver = try split(location).scheme?.kind { true } else { false }
    }

    /// The file that is read at `location`, or `-`; `nil` if that is a receiver.
    static func tracePath(_ location: String) throws -> String? {
        try isReceiver(location) ? nil : split(location).place
    }

    private static func split(_ location: String) throws -> (scheme: Scheme?, place: String) {
        guard let colon = location.firstIndex(of: ":") else { return (nil, location) }
        let word = location[..<colon]
        if let scheme = all.first(where: { $0.name == word }) {
            return (scheme, String(location[location.index(after: colon)...]))
        }
        // A file may have a colon in its name, but then it is there.
        guard word.allSatisfy({ $0.isASCII && $0.isLetter }), !InputFile.exists(location) else {
            return (nil, location)
        }
        throw LocationError.unknownScheme(String(word), known: all.map(\.name))
    }

    private static func recognise(
        _ file: TraceFile, _ options: TraceOptions
    ) async throws -> Scheme? {
        if let format = options.format { return all.first { $0.name == format } }
        // A pipe may tell no more than a byte at first.
        while let head = try await file.peek() {
            if let scheme = all.first(where: { $0.recognises(head) }) { return scheme }
            if head.count >= mostToRecognise { break }
        }
        return all.first { $0.endings.contains(file.ending) }
    }

    /// Bytes; a receiver in between two sentences may send others for a while.
    private static let mostToRecognise = 4096
}

extension PositionSources.Scheme {
    fileprivate func recognises(_ head: UnsafeRawBufferPointer) -> Bool {
        if case .trace(let recognises, _) = kind { recognises(head) } else { false }
    }
}

extension TraceFile {
    /// What follows the last point of its name, in lower case, `.gz` left out.
    fileprivate var ending: String {
        var parts = name.lowercased().split(separator: ".")
        if parts.last == "gz" { parts.removeLast() }
        return parts.last.map { String($0) } ?? ""
    }
}

/// Why a source cannot be opened as it was written.
package enum LocationError: Error, Equatable, CustomStringConvertible {
    case unknownScheme(String, known: [String])
    case badHost(String)
    case badPort(String)
    case badDevice(String)

    package var description: String {
        switch self {
        case .unknownScheme(let word, let known):
            "no position source is called '\(word)': use one of \(known.joined(separator: ", "))"
        case .badHost(let host):
            "\(host.quoted) is not a host: use a name or an address, IPv6 as in [::1]"
        case .badPort(let port): "\(port.quoted) is not a port: use a number from 1 to 65535"
        case .badDevice(let device):
            "\(device.quoted) is not a receiver: use its path, as in /dev/ttyACM0"
        }
    }
}
