import Geofencing
import Testing

@testable import Providers

/// Which cells a device needs, and when they come.
@Suite struct SurroundingsTests {
    @Test(
        arguments: [
            // Standing, on a corner, across 180°, at a pole.
            (52.375, 4.875, 1000.0, ["1047_97"]),
            (52.35, 4.85, 500, ["1046_96", "1046_97", "1047_96", "1047_97"]),
            (-16.82, 179.99, 2000, ["-337_-3600", "-337_3599"]),
            (0, 0, 10, ["-1_-1", "-1_0", "0_-1", "0_0"]),
        ] as [(Double, Double, Double, [String])])
    func `cells that a circle touches`(
        latitude: Double, longitude: Double, reach: Double, cells: [String]
    ) {
        let center = Coordinate(latitude: latitude, longitude: longitude)
        let touched = PlaceCell.touched(around: center, reach: reach)
        #expect(touched.map(\.description).sorted() == cells)
        #expect(touched.first == PlaceCell(of: center))
    }

    @Test func `near a pole there are no more than a hundred, the nearest`() {
        let center = Coordinate(latitude: 89.99, longitude: 12.34)
        let touched = PlaceCell.touched(around: center, reach: 3000)
        #expect(touched.count == PlaceCell.mostTouched)
        #expect(touched.first == PlaceCell(of: center))
    }

    @Test(arguments: [1.0, 12.3, 41, 66, -38, 84])
    func `all points within reach are in them`(latitude: Double) {
        let center = Coordinate(latitude: latitude, longitude: 179.97)
        let touched = Set(PlaceCell.touched(around: center, reach: 3000))
        for track in stride(from: 0.0, to: 360, by: 5) {
            for metres in [100.0, 1500, 2990] {
                let point = center.moved(by: metres, towards: track)
                #expect(touched.contains(PlaceCell(of: point)))
            }
        }
    }

    @Test func `a slow server is asked for what is ahead`() {
        let around = Surroundings(center: .dam, reach: 3000, speed: 36, track: 90)
        let fast = around.cells(answerTime: 3)
        let slow = around.cells(answerTime: 300)
        #expect(Set(fast).isSubset(of: slow))
        #expect(slow.contains(PlaceCell(of: Coordinate.dam.moved(by: 36 * 300, towards: 90))))
        #expect(slow.count < 20)
    }

    /// A car drives so many cells far. Regions are looked up each 1500 m within 3000; each answer takes so
    /// many seconds. A region of 200 m reaches over the edge of its cell.
    @Test(arguments: [(130.0, 3.0, 90.0), (130, 30, 90), (130, 3, 0), (130, 10, 45), (250, 3, 77)])
    func `a car has its regions before it arrives`(
        kilometresPerHour: Double, answerTime: Double, track: Double
    ) {
        let speed = kilometresPerHour / 3.6
        var book = CellBook([:], refresh: 86_400, pace: .free)
        var underWay: [(cell: PlaceCell, until: Timestamp)] = []
        var driven: Set<PlaceCell> = []
        var late: [String] = []
        for second in 0... {
            let now = Timestamp.noon + Double(second)
            let metres = speed * Double(second)
            let position = Coordinate.dam.moved(by: metres, towards: track)
            for done in underWay where done.until <= now {
                book.answered(done.cell, .init(fetched: now, count: 1, wanted: now))
            }
            underWay.removeAll { $0.until <= now }
            if Int(metres / 1500) != Int((metres - speed) / 1500) || second == 0 {
                let around = Surroundings(
                    center: position, reach: 3000, speed: speed, track: track)
                _ = book.want(around.cells(answerTime: answerTime), at: now)
            }
            while underWay.count < 4, case .ask(let cell) = book.next(at: now) {
                underWay.append((cell, now + answerTime))
            }
            // Where it began, nothing can have been there before.
            guard metres > 3000 + speed * answerTime * 4 else { continue }
            driven.insert(PlaceCell(of: position))
            for cell in PlaceCell.touched(around: position, reach: 200) where book.kept[cell] == nil
            {
                late.append("\(cell) at \(second) s")
            }
            if driven.count > 50 { break }
        }
        #expect(late.isEmpty)
    }
}
