import Testing

@testable import Geofencing

struct FixFilterTests {
    private func objection(
        accuracy: Double? = nil, hdop: Double? = nil, at coordinate: Coordinate? = nil,
        acceptingUnknown: Bool = true, worst: Double = 20
    ) -> Objection? {
        var fix = Fix(time: Walk.noon, coordinate: coordinate ?? Walk.point(east: 0))
        fix.accuracy = accuracy
        fix.hdop = hdop
        var filter = FixFilter()
        filter.acceptsUnknownAccuracy = acceptingUnknown
        filter.worstAccuracy = worst
        return filter.objection(to: &fix)
    }

    @Test func `an accuracy of 20 m passes and a worse one does not`() {
        #expect(objection(accuracy: 20) == nil)
        #expect(objection(accuracy: 20.01) == .coarse)
        #expect(objection(accuracy: 0.01) == nil)
        #expect(objection(accuracy: 20.01, worst: 20.01) == nil)
    }

    @Test func `the limit holds for what HDOP says too`() {
        #expect(objection(hdop: 4) == nil)
        #expect(objection(hdop: 4.01) == .coarse)
    }

    @Test(arguments: [99.9, 99.99, 100, 327.67], [true, false])
    func `an HDOP of 99.9 and more is coarse, whatever the limit`(hdop: Double, accepts: Bool) {
        #expect(objection(hdop: hdop, acceptingUnknown: accepts) == .coarse)
        #expect(objection(hdop: hdop, acceptingUnknown: accepts, worst: 10_000) == .coarse)
        #expect(objection(accuracy: 5, hdop: hdop, acceptingUnknown: accepts) == nil)
        #expect(objection(hdop: 99.8, worst: 10_000) == nil)
    }

    @Test func `an unknown accuracy passes or not, as told`() {
        #expect(objection(acceptingUnknown: true) == nil)
        #expect(objection(acceptingUnknown: false) == .unknownAccuracy)
        #expect(objection(accuracy: 5, acceptingUnknown: false) == nil)
        #expect(objection(hdop: 1, acceptingUnknown: false) == nil)
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
        #expect(filter.objection(to: &fix) == nil)
        #expect(fix.accuracy == 10)
    }

    @Test(
        arguments: [
            (0.0, 0.0, .nullIsland), (-0.0, 0, .nullIsland), (0, 1e-9, nil), (1e-9, 0, nil),
            (90, 0, nil), (90.001, 0, .outOfRange), (-91, 0, .outOfRange), (0, 180, nil),
            (0, 180.001, .outOfRange), (0, -181, .outOfRange), (.nan, 5, .outOfRange),
            (5, .nan, .outOfRange), (.infinity, 5, .outOfRange), (5, -.infinity, .outOfRange),
        ] as [(Double, Double, Objection?)])
    func `a position must be on Earth, and not exactly at 0, 0`(
        latitude: Double, longitude: Double, expected: Objection?
    ) {
        let point = Coordinate(latitude: latitude, longitude: longitude)
        #expect(objection(accuracy: 5, at: point) == expected)
    }

    @Test func `a position that the source says is none is dropped`() {
        var fix = Walk.fix("●", at: Walk.noon, accuracy: 5)!
        fix.mode = .noFix
        var filter = FixFilter()
        #expect(filter.objection(to: &fix) == .noPosition)
    }

    @Test func `a dropped fix is not what the next is compared with`() {
        var filter = FixFilter()
        func objection(_ seconds: Double, east: Double, accuracy: Double) -> Objection? {
            var fix = Fix(time: Walk.noon + seconds, coordinate: Walk.point(east: east))
            fix.accuracy = accuracy
            return filter.objection(to: &fix)
        }
        #expect(objection(0, east: 0, accuracy: 5) == nil)
        #expect(objection(100, east: 9000, accuracy: 50) == .coarse)
        #expect(objection(1, east: 10, accuracy: 5) == nil)
    }

    @Test func `each objection has a name of its own`() {
        #expect(Set(Objection.allCases.map(\.name)).count == Objection.allCases.count)
        #expect(Objection.coarse.name == "accuracy")
        #expect(Objection.notLater.name == "not_later")
    }
}

struct FixCountsTests {
    @Test func `counts say what was read, accepted and dropped, most frequent first`() {
        var counts = FixCounts()
        for objection in [nil, .coarse, nil, .jump, .coarse, nil, .noPosition] as [Objection?] {
            counts.count(objection)
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
