import APIClient
import FoundationEssentials
import Glibc
import Places
import Posix

/// The base map that an import of places makes besides, and hands to the gateway.
struct BaseMapImport {
    /// Whose data it has; `nil`: those who made OpenStreetMap.
    let credit: String?
    let gateway: GatewayOptions
    let besides: MadeBesides

    /// What was made.
    struct Summary: Sendable {
        /// Of the file.
        var bytes: Int
        var seconds: Double
        /// Whether there was another one.
        var isReplacing: Bool
        var zooms: ClosedRange<Int>
    }

    /// Returns `nil` if there is no base map, and nobody minds.
    func run() async throws -> Summary? {
        try await besides.make { extracts in
            let gateway = try gateway.gateway(timeout: .seconds(60))
            let before = try await gateway.get("/api/basemap", as: PageMap.self)
            if before.raster == true, besides.isWanted == nil { throw MapError.elsewhere }
            try MapTool.require(.tilemaker, .osmium)
            let start = ContinuousClock.now
            let sent = try await besides.inFolder { folder, status in
                let map = try await MapMaker(
                    extracts: extracts, credit: credit, folder: folder, status: status
                ).make()
                return try Self.send(map, to: gateway, status)
            }
            return Summary(
                bytes: sent.bytes, seconds: start.duration(to: .now) / .seconds(1),
                isReplacing: before.version != nil,
                zooms: (sent.map.leastZoom ?? 0)...(sent.map.mostZoom ?? 0))
        }
    }

    private static func send(
        _ path: String, to gateway: APIClient, _ status: StatusLine
    ) throws -> (map: PageMap, bytes: Int) {
        let file = try SizedInput(try InputFile(path: path), isAlone: true)
        status.show(isUrgent: true) { "base map: handing it to the gateway" }
        let line = try gateway.upload(.put, "/api/basemap", [file], length: file.size)
        return (try PageMap(line), file.size ?? 0)
    }
}

/// A base map, as the gateway has it.
private struct PageMap: Decodable {
    var version: String?
    /// Whether it is of a server elsewhere.
    var raster: Bool?
    var leastZoom: Int?
    var mostZoom: Int?

    enum CodingKeys: String, CodingKey {
        case version, raster
        case leastZoom = "min_zoom"
        case mostZoom = "max_zoom"
    }

    init(_ body: [UInt8]) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(body))
    }
}

extension BaseMapImport.Summary {
    var line: String {
        "base map: \(bytes.inBytes), zoom \(zooms.lowerBound) to \(zooms.upperBound), made in "
            + "\(seconds.inTime)" + (isReplacing ? "; it replaces the one before" : "")
    }

    /// As a member of an object.
    var member: String {
        #""base_map":{"bytes":\#(bytes),"min_zoom":\#(zooms.lowerBound),"max_zoom":\#(zooms.upperBound),"#
            + #""seconds":\#(String(decimals: 3, seconds))}"#
    }
}

extension Int {
    /// Bytes, for people.
    var inBytes: String {
        self < 1_000_000
            ? "\((self + 999) / 1000) kB" : "\(String(decimals: 1, Double(self) / 1e6)) MB"
    }
}
