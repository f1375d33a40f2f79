import ArgumentParser
import Geofencing
import Positions
import Settings

/// Options of the commands that read traces: how to read them, and how to judge their fixes.
struct ReadingOptions: ParsableArguments {
    @Option(help: "What the traces are, if their content does not tell.")
    var format: TraceFormat?

    @Option(
        help: ArgumentHelp(
            "The day on which an NMEA trace without dates begins.", valueName: "yyyy-mm-dd"))
    var date: CivilDate?

    @Option(
        help: ArgumentHelp(
            "Drop fixes less accurate than this. (default: 20)", valueName: "metres"))
    var maxAccuracy: Double?

    @Option(
        help: ArgumentHelp(
            "Judge by the settings of this configuration file.", valueName: "file"))
    var config: String?

    /// The name of a format that traces are recognised as.
    struct TraceFormat: ExpressibleByArgument {
        static let allValueStrings = PositionSources.traceFormats
        let name: String

        init?(argument: String) {
            guard Self.allValueStrings.contains(argument) else { return nil }
            name = argument
        }
    }

    func validate() throws {
        if let maxAccuracy, !(maxAccuracy > 0 && maxAccuracy.isFinite) {
            throw ValidationError(
                "--max-accuracy: '\(maxAccuracy)' is not a number of metres above 0")
        }
    }

    var traceOptions: TraceOptions {
        TraceOptions(date: date, format: format?.name)
    }

    /// The settings of the file or the defaults, or of the options where these are given.
    func settings() throws -> Configuration {
        var settings = try config.map { try Configuration.load(path: $0) } ?? Configuration()
        if let maxAccuracy { settings.fixes.maxAccuracy = maxAccuracy }
        return settings
    }
}

extension CivilDate: ExpressibleByArgument {
    package init?(argument: String) {
        let parts = argument.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].count == 4, let year = Int(parts[0]),
            let month = Int(parts[1]), let day = Int(parts[2])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }
}

/// Kinds of transitions, separated by commas.
struct TransitionList: ExpressibleByArgument, CustomStringConvertible {
    var kinds: Set<Transition.Kind>

    init(_ kinds: Set<Transition.Kind>) {
        self.kinds = kinds
    }

    init?(argument: String) {
        kinds = []
        for word in argument.split(separator: ",", omittingEmptySubsequences: false) {
            guard let kind = Transition.Kind(rawValue: String(word)) else { return nil }
            kinds.insert(kind)
        }
    }

    var description: String { kinds.sorted().map(\.rawValue).joined(separator: ",") }
    var defaultValueDescription: String { description }
}
