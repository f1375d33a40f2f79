import FoundationEssentials
import Posix

/// The configuration of mosquitto on this machine: what it keeps for who is away.
struct BrokerFile {
    /// `nil`: the broker is another.
    let finding: Finding?

    /// Bytes of a file.
    private static let largest = 1 << 20

    /// `path`: of `mosquitto.conf`, which names folders that it includes. `broker`: where the
    /// gateway's is, as in `localhost:1883`.
    init(_ path: String, broker: String) {
        guard let colon = broker.lastIndex(of: ":"), Self.isOfThisMachine(broker[..<colon]) else {
            finding = nil
            return
        }
        do {
            let text = try Self.text(path)
            let folders = text.compactMap { $0.first == "include_dir" ? $0.last : nil }
            let more = try folders.flatMap { folder in
                try FileManager.default.contentsOfDirectory(atPath: folder)
                    .filter { $0.hasSuffix(".conf") }.sorted()
                    .flatMap { try Self.text("\(folder)/\($0)") }
            }
            let port = String(broker[colon...].dropFirst())
            let listens = Self.ports(of: text + more).contains(port)
            finding = listens ? Self.finding(of: text + more) : nil
        } catch {
            finding = .unknown(
                "mosquitto", DaemonFindings.oneLine(error), "sudo geofencectl doctor")
        }
    }

    private static func isOfThisMachine(_ host: Substring) -> Bool {
        ["localhost", "::1", "[::1]"].contains(host) || host.hasPrefix("127.")
    }

    /// Where it listens: without a line about that, at the usual port.
    static func ports(of lines: [[String]]) -> [String] {
        let ports = lines.filter { $0.count > 1 && ["listener", "port"].contains($0[0]) }
            .map { $0[1] }
        return ports.isEmpty ? ["1883"] : ports
    }

    /// The words of each line.
    private static func text(_ path: String) throws -> [[String]] {
        let bytes = try InputFile.contents(of: path, limit: largest)
        return words(String(decoding: bytes, as: UTF8.self))
    }

    static func words(_ text: String) -> [[String]] {
        text.split(whereSeparator: \.isNewline).map { line in
            line.split(whereSeparator: \.isWhitespace).map { String($0) }
        }.filter { !$0.isEmpty && !$0[0].hasPrefix("#") }
    }

    /// `lines`: the words of each line; of a key that is there twice, the last counts.
    static func finding(of lines: [[String]]) -> Finding {
        func value(_ key: String) -> String? { lines.last { $0.first == key }?.dropFirst().first }
        var missing: [String] = []
        if value("max_queued_messages") != "0" { missing.append("max_queued_messages 0") }
        if value("persistence") != "true" { missing.append("persistence true") }
        guard !missing.isEmpty else {
            return .ok("mosquitto", "it keeps all that phones send while the gateway is away")
        }
        let most = value("max_queued_messages") ?? "1000"
        let text =
            most == "0"
            ? "it forgets what it keeps when it is restarted"
            : "of what phones send while the gateway is away, it drops all but \(most)"
        return .problem(
            "mosquitto", text,
            "write \(missing.joined(separator: " and ")) into "
                + "/etc/mosquitto/conf.d/geofenced.conf, then sudo systemctl restart mosquitto")
    }
}
