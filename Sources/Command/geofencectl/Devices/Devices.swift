import APIClient
import ArgumentParser
import Geofencing
import Posix

struct Devices: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lists, adds and changes the devices whose positions are followed.",
        discussion: """
            EXAMPLES:
              geofencectl devices add "Anna's phone" --max-accuracy 100
              geofencectl devices list
              geofencectl devices show annas-phone
            """,
        subcommands: [
            ListDevices.self, ShowDevice.self, AddDevice.self, EditDevice.self, RemoveDevices.self,
        ])
}

struct ListDevices: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists the devices: when they were heard of last, and where they are.",
        discussion: """
            The first is the daemon's own source. Of more than \(DeviceTable.most) devices, only \
            those that need a look are shown, unless --all is given.

            EXAMPLES:
              geofencectl devices list
              geofencectl devices list --json
            """)

    @Flag(help: "Every device, however many there are.")
    var all = false

    @Flag(help: "Print one JSON array, as the API has it.")
    var json = false

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        try await daemon.daemon().show(
            "/v1/devices", json: json, member: "devices"
        ) { (list: DeviceList) in
            let table = DeviceTable(list.devices, at: .now, .standardOutput)
            return all ? table.whole : table.lines
        }
    }
}

struct ShowDevice: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Shows all that is known of a device, and what to mend.")

    @Argument(
        help: "The device's id, as it is listed.", completion: Completion.device,
        transform: deviceID)
    var id: DeviceID

    @Flag(help: "Print the device as one JSON object, as the API has it.")
    var json = false

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let daemon = try daemon.daemon()
        if json { return try StandardOutput.show(bytes: await daemon.object(id.path)) }
        let device = try await daemon.get(id.path, as: DeviceReport.self)
        let names = device.inside.isEmpty ? [:] : await Self.names(of: id, daemon)
        try StandardOutput.show(lines: device.lines(names, at: .now, .standardOutput))
    }

    /// The names of the regions around the device, by id. Without them, ids are shown.
    private static func names(of id: DeviceID, _ daemon: APIClient) async -> [String: String] {
        let query = [(name: "device", value: id.description)]
        let regions = try? await daemon.get("/v1/regions", query, as: WatchedRegions.self)
        let named = (regions?.features ?? []).map { ($0.id, $0.properties.name) }
        return Dictionary(named) { first, _ in first }
    }
}

struct RemoveDevices: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Removes devices.",
        discussion: """
            What was told of a device stays in the history, unless it is to be forgotten as well: \
            then its notices are gone from every file.

            EXAMPLES:
              geofencectl devices remove annas-phone
              geofencectl devices remove annas-phone --forget-history
            """)

    @Argument(
        help: ArgumentHelp("The devices' ids, as they are listed.", valueName: "id"),
        completion: Completion.device, transform: deviceID)
    var ids: [DeviceID]

    @Flag(help: "Forget also what was told of them.")
    var forgetHistory = false

    @OptionGroup var removal: RemovalOptions
    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let daemon = try daemon.daemon()
        let query = forgetHistory ? [(name: "history", value: "forget")] : []
        var output = StandardOutput()
        let names = ids.map { "device \($0)" }.joined(separator: ", ")
        try removal.confirm("remove \(names)\(forgetHistory ? ", with their history" : "")")
        for id in ids {
            _ = try await daemon.send(.delete, id.path, query: query)
            let rest = forgetHistory ? ", and forgot what was told of it" : Self.kept(of: id)
            try output.write(
                removed: id.description, json: removal.json, "device \(id)\(rest)")
            try output.flush()
        }
    }

    private static func kept(of id: DeviceID) -> String {
        "; what was told of it stays: geofencectl history --device \(id)"
    }
}

extension DeviceID {
    /// On the control socket.
    var path: String { "/v1/devices/\(self)" }
}

/// For arguments. Throws if none can be called so.
@Sendable func deviceID(_ text: String) throws -> DeviceID {
    guard let id = DeviceID(text) else {
        throw ValidationError("'\(text.shortened)' is not the id of a device: use \(DeviceID.form)")
    }
    return id
}
