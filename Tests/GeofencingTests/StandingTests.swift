import Testing

@testable import Geofencing

/// Metres east are drawn, a fix every five seconds: `0` to `9` in steps of 5 m, `a` 70 m. Below them is the
/// reported speed: `.` stands (0.3 m/s), `>` moves (1 m/s), `?` none.
struct StandingTests {
    /// Where it stands at each fix, in metres east, rounded; `nil` where it does not, or nobody knows.
    private func places(_ line: String, _ speeds: String, start: Standing = Standing()) -> [Int?] {
        var standing = start
        return zip(line, speeds).enumerated().map { step, drawn in
            let metres = drawn.0 == "a" ? 70 : Double(drawn.0.wholeNumberValue!) * 5
            var fix = Fix(
                time: Walk.noon + Double(step) * 5, coordinate: Walk.point(east: metres))
            fix.speed = drawn.1 == "?" ? nil : drawn.1 == ">" ? 1 : 0.3
            standing.add(fix)
            return standing.place.map { place in
                let metres = place.distance(to: Walk.point(east: 0))
                return Int((place.longitude < 4.9 ? -metres : metres).rounded())
            }
        }
    }

    /// Whether it stands at the last fix.
    private func stands(_ line: String, _ speeds: String) -> Bool {
        places(line, speeds).last! != nil
    }

    @Test func `it stands after twenty seconds`() {
        #expect(places("0000000", ".......") == [nil, nil, nil, nil, nil, 0, 0])
    }

    @Test func `it is at the mean of its fixes`() {
        #expect(places("0101010101", "..........").last! == 3)
    }

    @Test func `an error that creeps away moves the mean a little`() {
        let creep = places("000000000000234567", "..................")
        #expect(creep.last! == 8, "the fix is 35 m away")
    }

    @Test func `who moves does not stand`() {
        #expect(!stands("00000000", ">>>>>>>>"))
        #expect(!stands("02468024", ">>>>>>>>"))
    }

    @Test func `a slow speed is not believed of whoever gets 9 m away`() {
        #expect(!stands("012345678", "........."), "1 m/s, said to be 0.3")
        #expect(stands("0001111222", ".........."))
    }

    @Test func `noise of the speed does not make it move, nor do fixes of one place`() {
        #expect(stands("0000000011", "........>>"), "5 m off")
        #expect(!stands("0000000033", "........>>"), "15 m off, and moving")
        #expect(stands("0000000033", ".........."), "15 m off, and standing")
    }

    @Test func `whoever was silent for half a minute may have been anywhere`() {
        var standing = Standing()
        for fix in Track(fixes: [(0, 0), (20, 0), (40, 0)], speed: 0).all { standing.add(fix) }
        #expect(standing.place != nil)
        standing.add(Track(fixes: [(71, 0)], speed: 0).all[0])
        #expect(standing.place == nil)
    }

    @Test func `after ten minutes, what was before them counts for less and less`() {
        let fixes = (0..<700).map { (Double($0), 0.0) } + (700..<1300).map { (Double($0), 50) }
        var standing = Standing()
        for fix in Track(fixes: fixes, speed: 0).all { standing.add(fix) }
        let metres = standing.place!.distance(to: Walk.point(east: 0))
        #expect((28...34).contains(metres), "\(metres)")
    }

    @Test func `what is 60 m away was carried there`() {
        #expect(!stands("00000000a", "........."))
    }

    @Test func `who says no speed stands nowhere`() {
        #expect(!stands("00000000", "????????"))
        #expect(!stands("00000000", ".......?"))
    }

    @Test func `a new segment begins anew, as does a clock put back`() {
        var fixes = Track(fixes: (0..<8).map { (Double($0) * 5, 0) }, speed: 0).all
        fixes[7].startsSegment = true
        var standing = Standing()
        fixes.forEach { standing.add($0) }
        #expect(standing.place == nil)
        fixes[7] = fixes[3]
        standing = Standing()
        fixes.forEach { standing.add($0) }
        #expect(standing.place == nil)
    }

    @Test func `across the antimeridian the mean is where the fixes are`() {
        var standing = Standing()
        for second in 0..<30 {
            let longitude = second.isMultiple(of: 2) ? 179.99999 : -179.99999
            var fix = Fix(
                time: Walk.noon + Double(second),
                coordinate: Coordinate(latitude: 0, longitude: longitude))
            fix.speed = 0
            standing.add(fix)
        }
        #expect(abs(abs(standing.place!.longitude) - 180) < 0.0001)
    }

    // MARK: What it changes

    /// 20 fixes 15 m beyond the edge of a region, then some of an error that has crept in.
    private func walk(
        east: [Double], speed: Double, _ region: Region = Walk(line: "").region
    ) -> TrackedDevice {
        let fixes = Track(
            fixes: east.enumerated().map { (Double($0.offset), $0.element) }, speed: speed)
        var device = TrackedDevice()
        for var fix in fixes.all where device.dropReason(for: &fix) == nil {
            if device.needsRegions(at: fix) {
                device.load(RegionSet(regions: [region], reach: .infinity), around: fix)
            }
            _ = device.transitions(at: fix)
        }
        return device
    }

    private let creeping =
        Array(repeating: 215.0, count: 60) + stride(from: 215, to: 185, by: -0.5)
        + Array(repeating: 185, count: 10)

    @Test func `whoever stands outside does not enter when the error creeps`() {
        #expect(walk(east: creeping, speed: 0.1).inside.isEmpty)
        #expect(walk(east: creeping, speed: 0.9).inside == ["r"], "who moves does")
    }

    @Test func `whoever stands inside does not leave when the error creeps`() {
        let east =
            Array(repeating: 190.0, count: 300) + stride(from: 190, to: 245, by: 0.5)
            + Array(repeating: 245, count: 150)
        #expect(walk(east: east, speed: 0.1).inside == ["r"])
        #expect(walk(east: east, speed: 1.1).inside.isEmpty)
    }

    @Test func `one fix far outside a small circle does not make it leave`() {
        var region = Walk(line: "").region
        region.radius = 50
        let east = Array(repeating: 40.0, count: 60) + [94, 40]
        #expect(walk(east: east, speed: 0.1, region).inside == ["r"])
    }
}
