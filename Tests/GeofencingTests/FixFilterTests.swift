import Testing

@testable import Geofencing

struct FixFilterTests {
    private func dropReason(
        accuracy: Double? = nil, hdop: Double? = nil, at coordinate: Coordinate? = nil,
        acceptingUnknown: Bool = true, worst: Double = 20
    ) -> DropReason? {
        var fix = Fix(time: Walk.noon, coordinate: coordinate ?? Walk.point(east: 0))
        fix.accuracy = accuracy
        fix.hdop = hdop
        var filter = FixFilter()
        filter.acceptsUnknownAccuracy = acceptingUnknown
        filter.worstAccuracy = worst
        return filter.dropReason(for: &fix)
    }

    @Test func `an accuracy of 20 m passes and a worse one does not`() {
        #expect(dropReason(accuracy: 20) == nil)
        #expect(dropReason(accuracy: 20.01) == .coarse)
        #expect(dropReason(accuracy: 0.01) == nil)
        #expect(dropReason(accuracy: 20.01, worst: 20.01) == nil)
    }

    @Test func `the limit holds for what HDOP says too`() {
        #expect(dropReason(hdop: 4) == nil)
        #expect(dropReason(hdop: 4.01) == .coarse)
    }

    @Test(arguments: [99.9, 99.99, 100, 327.67], [true, false])
    func `an HDOP of 99.9 and more is coarse, whatever the limit`(hdop: Double, accepts: Bool) {
        #expect(dropReason(hdop: hdop, acceptingUnknown: accepts) == .coarse)
        #expect(dropReason(hdop: hdop, acceptingUnknown: accepts, worst: 10_000) == .coarse)
        #expect(dropReason(accuracy: 5, hdop: hdop, acceptingUnknown: accepts) == nil)
        #expect(dropReason(hdop: 99.8, worst: 10_000) == nil)
    }

    @Test func `an unknown accuracy passes or not, as told`() {
        #expect(dropReason(acceptingUnknown: true) == nil)
        #expect(dropReason(acceptingUnknown: false) == .unknownAccuracy)
        #expect(dropReason(accuracy: 5, acceptingUnknown: false) == nil)
        #expect(dropReason(hdop: 1, acceptingUnknown: false) == nil)
    }

    @Test(
        arguments: [
            (accuracy: 7.0, hdop: 1.0, is: 7.0),
            (7, nil, 7),
            (nil, 1.2, 6),
            (nil, nil, nil),
            (0, 1.2, 6),
            (0, nil, nil),
            (-1, nil, nil),
            (.nan, 2, 10),
            (.nan, nil, nil),
            (.infinity, nil, nil),
            (nil, 0, nil),
            (nil, -1, nil),
            (nil, 99.9, 499.5),
            (0, 99.9, 499.5),
            (nil, .nan, nil),
            (nil, .infinity, nil),
        ] as [(accuracy: Double?, hdop: Double?, is: Double?)])
    func `the accuracy is the receiver's estimate, else HDOP × 5 m, else unknown`(
        _ row: (accuracy: Double?, hdop: Double?, is: Double?)
    ) {
        var fix = Fix(time: Walk.noon, coordinate: Walk.point(east: 0))
        fix.accuracy = row.accuracy
        fix.hdop = row.hdop
        AccuracyLadder().rate(&fix)
        #expect(fix.accuracy == row.is)
    }

    @Test func `the metres to a unit of HDOP can be set`() {
        var fix = Fix(time: Walk.noon, coordinate: Walk.point(east: 0))
        fix.hdop = 2
        AccuracyLadder(hdopMetres: 3).rate(&fix)
        #expect(fix.accuracy == 6)
    }

    @Test func `the filter fills in the accuracy on the way`() {
        var fix = Fix(time: Walk.noon, coordinate: Walk.point(east: 0))
        fix.hdop = 2
        var filter = FixFilter()
        #expect(filter.dropReason(for: &fix) == nil)
        #expect(fix.accuracy == 10)
    }

    @Test(
        arguments: [
            (0.0, 0.0, .nullIsland), (-0.0, 0, .nullIsland), (0, 1e-9, nil), (1e-9, 0, nil),
            (90, 0, nil), (90.001, 0, .outOfRange), (-91, 0, .outOfRange), (0, 180, nil),
            (0, 180.001, .outOfRange), (0, -181, .outOfRange), (.nan, 5, .outOfRange),
            (5, .nan, .outOfRange), (.infinity, 5, .outOfRange), (5, -.infinity, .outOfRange),
        ] as [(Double, Double, DropReason?)])
    func `a position must be on Earth, and not exactly at 0, 0`(
        latitude: Double, longitude: Double, expected: DropReason?
    ) {
        let point = Coordinate(latitude: latitude, longitude: longitude)
        #expect(dropReason(accuracy: 5, at: point) == expected)
    }

    @Test func `a position that the source says is none is dropped`() {
        var fix = Walk.fix("●", at: Walk.noon, accuracy: 5)!
        fix.mode = .noFix
        var filter = FixFilter()
        #expect(filter.dropReason(for: &fix) == .noPosition)
    }

    @Test func `a dropped fix is not what the next is compared with`() {
        var filter = FixFilter()
        func dropReason(_ seconds: Double, east: Double, accuracy: Double) -> DropReason? {
            var fix = Fix(time: Walk.noon + seconds, coordinate: Walk.point(east: east))
            fix.accuracy = accuracy
            return filter.dropReason(for: &fix)
        }
        #expect(dropReason(0, east: 0, accuracy: 5) == nil)
        #expect(dropReason(100, east: 9000, accuracy: 50) == .coarse)
        #expect(dropReason(1, east: 10, accuracy: 5) == nil)
    }

    @Test func `each reason has a name of its own`() {
        #expect(Set(DropReason.allCases.map(\.name)).count == DropReason.allCases.count)
        #expect(DropReason.coarse.name == "accuracy")
        #expect(DropReason.notLater.name == "not_later")
    }
}

struct FixCountsTests {
    @Test func `counts say what was read, accepted and dropped, most frequent first`() {
        var counts = FixCounts()
        for dropReason in [nil, .coarse, nil, .jump, .coarse, nil, .noPosition] as [DropReason?] {
            counts.count(dropReason)
        }
        #expect(counts.read == 7)
        #expect(counts.accepted == 3)
        #expect(counts.dropped(for: .coarse) == 2)
        #expect(counts.dropped(for: .notLater) == 0)
        #expect(counts.dropped.map(\.reason) == [.coarse, .noPosition, .jump])
        #expect(counts.dropped.map(\.count) == [2, 1, 1])
    }

    @Test func `counts of nothing are zero`() {
        #expect(FixCounts().read == 0)
        #expect(FixCounts().accepted == 0)
        #expect(FixCounts().dropped.isEmpty)
    }
}
