import APIClient
import ArgumentParser
import Geofencing
import Posix

struct Explain: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Says why a notice was told, or why nothing was told of a region.",
        discussion: """
            Judges the fixes of the last hours once more, by the regions and settings of now. The \
            daemon keeps them in memory, some 12,000: a restart forgets them. Of a trace, \
            geofencectl replay --explain says the same.

            EXAMPLES:
              geofencectl explain 42
              geofencectl explain Starbucks
              geofencectl explain deal/7@14:03
              geofencectl explain Starbucks --device anna-phone
            """)

    @Argument(
        help: ArgumentHelp(
            "The number of a notice; or a region's id or name, and perhaps a time.",
            valueName: "sequence|region[@time]"),
        completion: Completion.region, transform: RegionMoment.read)
    var what: RegionMoment

    @Option(
        help: ArgumentHelp(
            "What this device was told, or was not, instead of the daemon's own.",
            valueName: "id"),
        transform: DeviceID.read)
    var device: DeviceID?

    @Flag(help: "One JSON object, as the control socket has it.")
    var json = false

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let time = what.time?.past(at: .now)
        let bytes = try await daemon.daemon().object("/v1/explain", query(time))
        if json { return try StandardOutput.show(bytes: bytes) }
        let lines = try ExplanationReport(json: bytes).lines(.standardOutput)
        if let time { StandardError.write(line: "at \(time.localWords(seenFrom: .now))") }
        try StandardOutput.show(lines: lines)
    }

    private func query(_ time: Timestamp?) -> [(name: String, value: String)] {
        question(time) + [device.map { ("device", $0.description) }].compactMap(\.self)
    }

    private func question(_ time: Timestamp?) -> [(name: String, value: String)] {
        if what.time == nil, let sequence = Int(what.region) {
            return [("sequence", "\(sequence)")]
        }
        return [("region", what.region)]
            + [time.map { ("time", $0.description) }].compactMap(\.self)
    }
}
