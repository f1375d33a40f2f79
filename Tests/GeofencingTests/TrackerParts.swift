@testable import Geofencing

/// Reports made beforehand.
struct Tape: PositionSource {
    var isLive = false
    var tally: [Tally] { [Tally("left", batches.count)] }
    private var batches: ArraySlice<[Report]>
    private var handedOut: Int
    var resumePoint: ResumePoint? { ResumePoint(reports: handedOut) }

    /// Fixes, handed out `batch` at a time, of a trace of which `start` come before.
    init(_ fixes: [Fix], isLive: Bool = false, batch: Int = 3, start: Int = 0) {
        self.init(fixes.map { Report.fix($0) }, isLive: isLive, batch: batch, start: start)
    }

    init(_ reports: [Report], isLive: Bool = false, batch: Int = 3, start: Int = 0) {
        self.isLive = isLive
        handedOut = start
        batches =
            stride(from: 0, to: reports.count, by: batch).map {
                Array(reports[$0..<min($0 + batch, reports.count)])
            }[...]
    }

    mutating func next() async throws -> [Report]? {
        let batch = batches.popFirst()
        handedOut += batch?.count ?? 0
        return batch
    }
}

/// Regions that are looked up by distance.
actor Atlas: RegionSource {
    struct Closed: Error {}

    private let regions: [Region]
    /// Everything is loaded at once.
    private let isWhole: Bool
    /// The look-ups that fail, counted from 0.
    private let failures: Set<Int>
    /// Done during each look-up, after its answer is fixed.
    private var meanwhile: (@Sendable (Int) async -> Void)?
    private(set) var lookups: [Coordinate] = []
    /// What it says before each batch of reports.
    private var changes: ArraySlice<Bool>

    init(
        _ regions: [Region], isWhole: Bool = false, failures: Set<Int> = [], changes: [Bool] = []
    ) {
        self.changes = changes[...]
        self.regions = regions
        self.isWhole = isWhole
        self.failures = failures
    }

    func onLookup(_ body: @escaping @Sendable (Int) async -> Void) {
        meanwhile = body
    }

    func regions(
        around center: Coordinate, reach: Double, at time: Timestamp
    ) async throws -> RegionSet {
        lookups.append(center)
        let number = lookups.count - 1
        await meanwhile?(number)
        if failures.contains(number) { throw Closed() }
        if isWhole { return RegionSet(regions: regions, reach: .infinity) }
        let bounds = regions.flatMap { [$0.window?.start, $0.window?.end] }
        return RegionSet(
            regions: regions.filter { $0.center.distance(to: center) - $0.radius <= reach },
            reach: reach, until: bounds.compactMap { $0 }.filter { $0 > time }.min())
    }

    func hasChanged() -> Bool { changes.popFirst() ?? false }
}

actor Notebook: Journal {
    private(set) var pages: [[Transition]] = []
    var transitions: [Transition] { pages.flatMap { $0 } }

    private(set) var states: [TrackerState] = []
    private let isThorough: Bool

    /// `isThorough`: wants to know the state after each batch.
    init(isThorough: Bool = false) {
        self.isThorough = isThorough
    }

    nonisolated func wantsState(after reports: Int) -> Bool { isThorough }

    func append(_ transitions: [Transition], _ state: TrackerState) async throws {
        states.append(state)
        if !transitions.isEmpty { pages.append(transitions) }
    }
}
