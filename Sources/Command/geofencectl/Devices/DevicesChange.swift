import APIClient
import ArgumentParser
import Geofencing
import Interests
import Places
import Posix

/// Options: how a device is to be.
struct DeviceFields: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Whose regions count for it: audiences with commas between them, as in "
                + "everyone,person/anna. (default: everyone)", valueName: "list"),
        transform: audiences)
    var follows: [Audience]?

    @Option(
        help: ArgumentHelp(
            "Use its positions up to this accuracy; 100 is right for a phone. "
                + "(default: the daemon's, as for receivers)", valueName: "metres"))
    var maxAccuracy: Double?

    func validate() throws {
        if let maxAccuracy, !(maxAccuracy > 0 && maxAccuracy <= 100_000) {
            throw ValidationError(
                "--max-accuracy: '\(maxAccuracy)' is not above 0 and at most 100000: use metres")
        }
    }

    func draft(name: String?) -> DeviceDraft {
        DeviceDraft(
            name: Patch(name), follows: Patch(follows?.map(\.description)),
            maxAccuracy: Patch(maxAccuracy))
    }
}

/// A device to add or to change, as the API takes it.
struct DeviceDraft: Encodable, Equatable {
    var name: Patch<String>
    var follows: Patch<[String]>
    var maxAccuracy: Patch<Double>

    enum CodingKeys: String, CodingKey {
        case name, follows
        case maxAccuracy = "max_accuracy"
    }

    /// Whether it says nothing.
    var isEmpty: Bool {
        self == DeviceDraft(name: .absent, follows: .absent, maxAccuracy: .absent)
    }
}

struct AddDevice: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Adds a device whose positions will be pushed.",
        discussion: """
            What is no id is a name, of which the id is made: "Anna's phone" is annas-phone.

            EXAMPLES:
              geofencectl devices add "Anna's phone" --max-accuracy 100
              geofencectl devices add van-1 --name 'Van 1' --follows everyone,group/7
            """)

    @Argument(help: ArgumentHelp("What it is called, or its id.", valueName: "name-or-id"))
    var nameOrID: String

    @Option(help: ArgumentHelp("What it is called, if that was its id.", valueName: "text"))
    var name: String?

    @OptionGroup var fields: DeviceFields

    @Flag(help: "Print the device as one JSON object, as the API has it.")
    var json = false

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let daemon = try daemon.daemon()
        let id = try DeviceID(nameOrID) ?? Self.id(named: nameOrID)
        guard try await daemon.device(id) == nil else {
            throw Refusal(
                .conflict, "device \(id)",
                "is there already: change it with geofencectl devices edit \(id)")
        }
        let isID = nameOrID == id.description
        let draft = fields.draft(name: name ?? (isID ? nil : nameOrID))
        let device = try await daemon.send(.put, id.path, draft, as: AnyJSON.self).answer
        try DeviceReport.tell("added", device, json: json)
    }

    /// As in `annas-phone`.
    private static func id(named name: String) throws -> DeviceID {
        let plain = name.filter { $0 != "'" && $0 != "’" }
        guard plain.lowercased().contains(where: { "\($0)".isWord(longest: 1, others: "") }) else {
            throw ValidationError(
                "'\(name.shortened)' has no letter or digit for an id: name one, and add --name")
        }
        var id = DeviceID(fitting: plain).description
        while id.hasSuffix("-") { id.removeLast() }
        return try deviceID(id)
    }
}

struct EditDevice: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Changes how a device is set up, and leaves the rest.",
        discussion: """
            EXAMPLES:
              geofencectl devices edit annas-phone --max-accuracy 150
              geofencectl devices edit annas-phone --without follows
            """)

    @Argument(
        help: "The device's id, as it is listed.", completion: Completion.device,
        transform: deviceID)
    var id: DeviceID

    @Option(help: ArgumentHelp("What it is called.", valueName: "text"))
    var name: String?

    @OptionGroup var fields: DeviceFields

    @Option(help: ArgumentHelp("Take this away; may be repeated.", valueName: "field"))
    var without: [Field] = []

    @Flag(help: "Print the device as one JSON object, as the API has it.")
    var json = false

    @OptionGroup var daemon: DaemonOptions

    enum Field: String, ExpressibleByArgument, CaseIterable {
        case name, follows
        case maxAccuracy = "max-accuracy"
    }

    func run() async throws {
        var draft = fields.draft(name: name)
        for field in without {
            switch field {
            case .name: draft.name = .null
            case .follows: draft.follows = .null
            case .maxAccuracy: draft.maxAccuracy = .null
            }
        }
        if draft.isEmpty { throw ValidationError.nothingToChange }
        let device = try await daemon.daemon().send(.patch, id.path, draft, as: AnyJSON.self)
        try DeviceReport.tell("changed", device.answer, json: json)
    }
}

extension APIClient {
    /// `nil` if there is none.
    fileprivate func device(_ id: DeviceID) async throws -> AnyJSON? {
        do {
            return try await get(id.path, as: AnyJSON.self)
        } catch APIError.refused(let refusal) where refusal.status == 404 {
            return nil
        }
    }
}

/// `everyone,person/anna`.
@Sendable private func audiences(_ text: String) throws -> [Audience] {
    try text.split(separator: ",", omittingEmptySubsequences: false).map {
        try Audience(String($0).trimmed, of: "--follows")
    }
}
