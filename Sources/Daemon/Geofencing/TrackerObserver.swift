/// Everything about a tracker that is only watched: nothing here decides.
package struct TrackerObserver: Sendable {
    /// How many reports came, and what became of them.
    package private(set) var counts = FixCounts()
    /// How many of the fixes that came had no date.
    package private(set) var undated = 0
    /// What the source counted besides its reports.
    package private(set) var tally: [Tally] = []
    /// How it goes with a live receiver; `nil` while a trace is read.
    package private(set) var health: ReceiverHealth?
    /// The last reports; `nil` if none are kept.
    package private(set) var recent: RecentReports?
    /// How often regions have been looked up, not counting failures.
    package private(set) var lookUps = 0
    /// Whether and how far the tracker has come with what the source gave it.
    package private(set) var progress = Progress()

    /// Whether a trace has ended.
    package private(set) var hasEnded = false

    private var silence = Silence()
    /// Whether the last look-up failed.
    private var isLoadFailing = false
    private var isLive = false
    private let notify: @Sendable (Event) -> Void
    private let uptime: @Sendable () -> Double

    /// What may be worth a line in the log.
    package enum Event: Sendable {
        case loaded(regions: Int)
        case notLoaded(any Error)
        case silence(Silence.Change)
        case receiver(ReceiverHealth.Change)
    }

    /// `keepsReports`: whether to keep the last reports. `uptime`: seconds by a clock that nobody
    /// sets.
    init(
        keepsReports: Bool, notify: @escaping @Sendable (Event) -> Void,
        uptime: @escaping @Sendable () -> Double
    ) {
        recent = keepsReports ? RecentReports() : nil
        (self.notify, self.uptime) = (notify, uptime)
    }

    mutating func begin(isLive: Bool) {
        self.isLive = isLive
        if isLive { health = ReceiverHealth(at: uptime()) }
    }

    /// `memory`: what was known before `report`; `nil` if it cannot be written down now.
    mutating func received(_ report: Report, memory: @autoclosure () -> [UInt8]?) {
        progress.step(isWaiting: false)
        if report.fix?.isUndated == true { undated += 1 }
        if case .reception(let reception) = report {
            return say(health?.note(reception, at: uptime()))
        }
        guard let isFull = recent?.isFull else { return }
        if isFull, let memory = memory() { recent?.begin(memory, isLive: isLive) }
        recent?.add(report)
    }

    /// A report was dropped for this reason, or used if it is `nil`. `time`: of the report.
    mutating func judged(_ reason: DropReason?, at time: Timestamp?) {
        counts.count(reason)
        if isLive {
            say(health?.judged(reason, at: uptime()))
        } else if let change = silence.change(at: time, reason) {
            notify(.silence(change))
        }
    }

    mutating func loaded(_ found: RegionSet) {
        isLoadFailing = false
        lookUps += 1
        notify(.loaded(regions: found.count))
    }

    /// Regions were looked up again where they last were, after a restart.
    func reloaded(_ found: RegionSet) {
        notify(.loaded(regions: found.count))
    }

    /// A look-up failed. It is tried again at each fix, and said once.
    mutating func notLoaded(_ error: any Error) {
        if !isLoadFailing { notify(.notLoaded(error)) }
        isLoadFailing = true
    }

    /// Everything that the source gave is done. `tally`: what the source has counted.
    mutating func waits(_ tally: [Tally]) {
        self.tally = tally
        progress.step(isWaiting: true)
    }

    mutating func ended(_ tally: [Tally]) {
        waits(tally)
        hasEnded = true
    }

    private func say(_ change: ReceiverHealth.Change?) {
        if let change { notify(.receiver(change)) }
    }
}
