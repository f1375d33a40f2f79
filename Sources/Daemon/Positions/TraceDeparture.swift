import Geofencing

/// Where the fixes of traces begin that are still to be handed out.
struct TraceDeparture {
    /// Of the first of these fixes, as the trace has it.
    private(set) var time: Timestamp
    /// Whether no fix of the traces has a date.
    private(set) var isUndated: Bool

    /// `known`: how many reports have been handed out. `nil` if no fix follows them.
    ///
    /// A fault ends the search: who reads the traces is told of it.
    init?(of locations: [String], _ options: TraceOptions, after known: Int) async {
        var search = Search(known: known)
        // The fault comes again when the traces are read.
        try? await search.run(locations, options)
        guard let time = search.dated ?? (search.hasDates ? nil : search.undated) else {
            return nil
        }
        self.time = time
        isUndated = search.dated == nil
    }
}

private struct Search {
    /// Reports to pass over.
    let known: Int
    private var reports = 0
    /// The first after those that are passed over.
    private(set) var dated: Timestamp?
    private(set) var undated: Timestamp?
    /// Whether there was a date anywhere.
    private(set) var hasDates = false

    init(known: Int) {
        self.known = known
    }

    /// Reads up to the first date, or to the end if there is none.
    mutating func run(_ locations: [String], _ options: TraceOptions) async throws {
        for location in locations {
            var source = try await PositionSources.open(location, options)
            while let batch = try await source.next() {
                for report in batch { look(at: report) }
                if dated != nil { return }
            }
        }
    }

    private mutating func look(at report: Report) {
        reports += 1
        guard let fix = report.fix else { return }
        if !fix.isUndated { hasDates = true }
        guard reports > known else { return }
        if fix.isUndated {
            undated = undated ?? fix.time
        } else {
            dated = dated ?? fix.time
        }
    }
}
