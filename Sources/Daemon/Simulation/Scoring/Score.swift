package import Geofencing

/// How well notices of entering match what truly happened. docs/simulation.md defines each measure.
package struct Score: Equatable, Sendable {
    /// What was told wrong, or not.
    package struct Fault: Equatable, Sendable {
        package enum Kind: String, Sendable {
            case missed
            case duplicate
            case falseEnter = "false"
        }
        package var kind: Kind
        /// The id of the region.
        package var region: String
        /// When it was truly entered, if that was missed; else when it was told.
        package var time: Timestamp
    }

    /// `count` of `total`.
    package struct Share: Equatable, Sendable {
        package var count = 0
        package var total = 0

        /// `nil` if `total` is 0.
        package var percent: Double? {
            total == 0 ? nil : Double(count) * 100 / Double(total)
        }
    }

    /// The clear visits whose first notice came within 30 s of the enter.
    package var recall = Share()
    /// The same, of all visits.
    package var recallOfAll = Share()
    /// The clear visits with recall and without a duplicate.
    package var reportedOnce = Share()
    /// The clear visits shorter than 15 s that have a notice.
    package var passes = Share()
    /// Clear visits without recall, notices that repeat an earlier one of the same stay, and notices
    /// of a region that the device was not near.
    package var faults: [Fault] = []
    package var missed: Int { count(.missed) }
    package var duplicates: Int { count(.duplicate) }
    package var falseEnters: Int { count(.falseEnter) }
    /// Seconds from the true enter to the first notice, of each clear visit that has one; the
    /// smallest first.
    package var delays: [Double] = []
    /// The median and the 95th percentile of `delays`; `nil` if there are none.
    package var medianDelay: Double? { Self.percentile(50, of: delays) }
    package var slowDelay: Double? { Self.percentile(95, of: delays) }
    /// All notices of entering.
    package var notices = 0
    /// How long the journey took.
    package var hours = 0.0

    /// All visits.
    package var visits: Int { recallOfAll.total }

    /// Seconds between a true enter and a notice that belong together.
    private static let tolerance = 30.0
    /// Seconds after a stay in which a notice is a duplicate.
    private static let aftermath = 120.0

    /// Matches notices, in any order, with visits.
    package init(_ notices: [EnterNotice], against truth: Visits) {
        self.notices = notices.count
        hours = truth.hours
        var stays = Self.stays(of: truth)
        for notice in notices.sorted(by: { $0.time < $1.time }) {
            assign(notice, to: &stays)
        }
        for stay in stays { count(stay) }
        delays.sort()
    }

    private struct Stay {
        let region: String
        let near: ClosedRange<Timestamp>
        /// Notices that are no duplicates.
        let allowed: Int
        /// `nil` for a graze.
        let visit: Visits.Visit?
        var notices: [Timestamp] = []
    }

    private static func stays(of truth: Visits) -> [Stay] {
        func range(_ from: String, _ to: String) -> ClosedRange<Timestamp> {
            // These are times: reading the file has checked it.
            let start = Timestamp(iso8601: from) ?? Timestamp(milliseconds: 0)
            return start...max(start, Timestamp(iso8601: to) ?? start)
        }
        return truth.visits.map {
            Stay(
                region: $0.region, near: range($0.nearFrom, $0.nearTo), allowed: $0.allowed,
                visit: $0)
        }
            + truth.grazes.map {
                Stay(
                    region: $0.region, near: range($0.nearFrom, $0.nearTo), allowed: $0.allowed,
                    visit: nil)
            }
    }

    /// Gives the notice to the stay that it is in or near, in time. Without one, it is a false
    /// enter.
    private mutating func assign(_ notice: EnterNotice, to stays: inout [Stay]) {
        func distance(_ stay: Stay) -> Double? {
            guard stay.region == notice.region else { return nil }
            if notice.time < stay.near.lowerBound {
                let early = stay.near.lowerBound - notice.time
                return early <= Self.tolerance ? early : nil
            }
            let late = max(0, notice.time - stay.near.upperBound)
            // Only a notice that follows enough others is a duplicate.
            let limit = stay.notices.count >= stay.allowed ? Self.aftermath : Self.tolerance
            return late <= limit ? late : nil
        }
        let near = stays.indices.compactMap { index in distance(stays[index]).map { ($0, index) } }
        guard let (_, index) = near.min(by: { $0 < $1 }) else {
            return faults.append(Fault(kind: .falseEnter, region: notice.region, time: notice.time))
        }
        stays[index].notices.append(notice.time)
        if stays[index].notices.count > stays[index].allowed {
            faults.append(Fault(kind: .duplicate, region: notice.region, time: notice.time))
        }
    }

    private func count(_ kind: Fault.Kind) -> Int { faults.count { $0.kind == kind } }

    private mutating func count(_ stay: Stay) {
        guard let visit = stay.visit, let enter = Timestamp(iso8601: visit.enter) else { return }
        let delay = stay.notices.first.map { $0 - enter }
        let isFound = delay.map { abs($0) <= Self.tolerance } ?? false
        recallOfAll.total += 1
        if isFound { recallOfAll.count += 1 }
        guard visit.clear else { return }
        recall.total += 1
        reportedOnce.total += 1
        if isFound {
            recall.count += 1
            if stay.notices.count <= stay.allowed { reportedOnce.count += 1 }
        } else {
            faults.append(Fault(kind: .missed, region: stay.region, time: enter))
        }
        if let delay { delays.append(delay) }
        guard visit.tags.contains(.pass) else { return }
        passes.total += 1
        if delay != nil { passes.count += 1 }
    }

    /// The nearest rank: the smallest value that is not less than `percent` % of all.
    private static func percentile(_ percent: Int, of sorted: [Double]) -> Double? {
        guard !sorted.isEmpty else { return nil }
        return sorted[max(0, (percent * sorted.count + 99) / 100 - 1)]
    }
}
