import ArgumentParser

/// A region by its id or name, and perhaps a time: `deal/42`, `Starbucks@14:03`.
struct RegionMoment: ExpressibleByArgument {
    var region: String
    var time: CommandTime?

    init?(argument: String) {
        guard !argument.isEmpty else { return nil }
        region = argument
        // A name may contain `@`: then what follows is not a time.
        guard let sign = argument.lastIndex(of: "@"), sign != argument.startIndex,
            let time = CommandTime(argument: String(argument[argument.index(after: sign)...]))
        else { return }
        region = String(argument[..<sign])
        self.time = time
    }
}
