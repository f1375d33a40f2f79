import Geofencing
import MQTT
import Testing

@testable import Providers

/// Which cells are asked for, and when.
@Suite struct CellBookTests {
    private let here = PlaceCell("1047_97")!
    private let there = PlaceCell("1047_98")!
    private let beyond = PlaceCell("1047_99")!

    private func book(
        _ kept: [PlaceCell: CellBook.Kept] = [:], refresh: Double = 3600, pace: Pace = .free
    ) -> CellBook {
        CellBook(kept, refresh: refresh, pace: pace)
    }

    private func kept(
        _ fetched: Timestamp = .noon, count: Int = 10, wanted: Timestamp = .noon
    ) -> CellBook.Kept {
        .init(fetched: fetched, count: count, wanted: wanted)
    }

    @Test func `the nearest comes first, and each is asked for once`() {
        var book = book()
        _ = book.want([here, there, beyond], at: .noon)
        #expect(book.next(at: .noon) == .ask(here))
        #expect(book.next(at: .noon) == .ask(there))
        book.answered(here, kept())
        #expect(book.next(at: .noon) == .ask(beyond))
        #expect(book.next(at: .noon) == .wait(until: .noon + 3600))
        #expect(book.behind == 2)
    }

    @Test func `what is wanted last comes first, as that is where a device is`() {
        var book = book()
        _ = book.want([here, there], at: .noon)
        _ = book.want([beyond, there], at: .noon + 40)
        #expect(book.next(at: .noon + 40) == .ask(beyond))
        #expect(book.next(at: .noon + 40) == .ask(there))
        #expect(book.next(at: .noon + 40) == .ask(here))
    }

    @Test(
        arguments: [
            (3599, false), (3600, true), (86_400, true), (-1, true),
            (29 * 86_400, true), (31 * 86_400, false),
        ] as [(Double, Bool)])
    func `what is old is asked for again, whoever is there, for a month`(
        age: Double, isAsked: Bool
    ) {
        var book = book([here: kept()])
        #expect((book.next(at: .noon + age) == .ask(here)) == isAsked)
    }

    @Test func `the oldest is asked for first, and what is missing before it`() {
        var book = book([here: kept(.noon + -9000), there: kept(.noon + -9001)])
        _ = book.want([beyond], at: .noon)
        #expect(book.next(at: .noon) == .ask(beyond))
        #expect(book.next(at: .noon) == .ask(there))
        #expect(book.next(at: .noon) == .ask(here))
    }

    @Test func `who comes by each day is noted once a day`() {
        var book = book([here: kept()])
        #expect(book.want([here], at: .noon + 3600).isEmpty)
        #expect(book.want([here], at: .noon + 86_400) == [here])
        #expect(book.want([here], at: .noon + 86_500).isEmpty)
    }

    @Test(arguments: [
        (was: 0, is: 0, doubts: false), (10, 7, false), (9, 6, true), (10, 0, true), (1, 0, true),
        (3, 3, false), (0, 9, false),
    ])
    func `what lacks a third is doubted once`(was: Int, is now: Int, doubts: Bool) {
        var book = book([here: kept(count: was)])
        #expect(book.isDoubtful(here, now) == doubts)
        book.doubt(here, now, at: .noon)
        #expect(!book.isDoubtful(here, now))
        #expect(book.next(at: .noon + 59) == .wait(until: .noon + 60))
        #expect(book.next(at: .noon + 60) == .ask(here))
    }

    @Test func `a server that is away is tried at growing intervals, and its cells wait`() {
        var book = book()
        _ = book.want([here, there], at: .noon)
        _ = book.next(at: .noon)
        _ = book.next(at: .noon)
        let away = ProviderFault("away", ofServer: true)
        // Both were under way: that is one failure.
        book.failed(here, away, at: .noon, jitter: 1)
        book.failed(there, away, at: .noon, jitter: 1)
        #expect(book.next(at: .noon) == .wait(until: .noon + 0.5))
        #expect(book.next(at: .noon + 0.5) == .ask(here))
        // One finds out.
        #expect(book.next(at: .noon + 0.5) == .wait(until: nil))
        book.failed(here, away, at: .noon + 0.5, jitter: 1)
        #expect(book.next(at: .noon + 0.5) == .wait(until: .noon + 1.5))
        #expect(book.next(at: .noon + 1.5) == .ask(here))
        book.answered(here, kept())
        #expect(book.next(at: .noon + 1.5) == .ask(there))
        #expect(!book.isServerTrusted)
    }

    @Test func `what was asked for before the server failed does not end the wait`() {
        var book = book()
        _ = book.want([here, there, beyond], at: .noon)
        _ = (book.next(at: .noon), book.next(at: .noon), book.next(at: .noon))
        let enough = ProviderFault("enough", ofServer: true, retryAfter: 300)
        book.failed(here, enough, at: .noon + 1, jitter: 1)
        book.answered(there, kept())
        book.failed(beyond, ProviderFault("wrong"), at: .noon + 1, jitter: 1)
        #expect(book.next(at: .noon + 2) == .wait(until: .noon + 301))
        #expect(book.next(at: .noon + 301) == .ask(here))
    }

    @Test func `a server that answers now and then is asked ever more seldom`() {
        var book = book()
        var (now, waits): (Timestamp, [Double]) = (.noon, [])
        for number in 1...4 {
            _ = book.want([PlaceCell("1_\(number)")!, PlaceCell("2_\(number)")!], at: now)
            guard case .ask(let cell) = book.next(at: now) else { break }
            book.failed(cell, ProviderFault("away", ofServer: true), at: now, jitter: 1)
            guard case .wait(let end?) = book.next(at: now) else { break }
            waits.append(end - now)
            now = end
            guard case .ask(let other) = book.next(at: now) else { break }
            book.answered(other, kept(now, wanted: now))
        }
        #expect(waits == [0.5, 1, 2, 4])
    }

    /// What is here, what came first, and what came then.
    @Test(arguments: [
        (30, 20, 20, false), (30, 20, 15, false), (30, 20, 0, true), (30, 20, 13, true),
        (30, 1, 2, true), (30, 0, 0, false), (30, 20, 21, false), (30, 20, 400, false),
    ])
    func `an answer that is doubted counts if the next is like it`(
        was: Int, first: Int, second: Int, doubts: Bool
    ) {
        var book = book([here: kept(count: was)])
        book.doubt(here, first, at: .noon)
        #expect(book.isDoubtful(here, second) == doubts)
    }

    @Test func `what the server asks for is kept to`() {
        var book = book()
        _ = book.want([here], at: .noon)
        _ = book.next(at: .noon)
        book.failed(
            here, ProviderFault("too many", ofServer: true, retryAfter: 90), at: .noon, jitter: 1)
        #expect(book.next(at: .noon + 89) == .wait(until: .noon + 90))
    }

    @Test func `one cell that is wrong holds up no other`() {
        var book = book()
        _ = book.want([here, there], at: .noon)
        _ = book.next(at: .noon)
        book.failed(here, ProviderFault("wrong"), at: .noon, jitter: 1)
        #expect(book.next(at: .noon) == .ask(there))
        book.answered(there, kept())
        #expect(book.next(at: .noon) == .wait(until: .noon + 60))
        #expect(book.next(at: .noon + 60) == .ask(here))
    }

    @Test func `a pace allows a few at once, and then one after another`() {
        var book = book(pace: Pace(burst: 2, pause: 10))
        _ = book.want([here, there, beyond], at: .noon)
        #expect(book.next(at: .noon) == .ask(here))
        #expect(book.next(at: .noon) == .ask(there))
        #expect(book.next(at: .noon) == .wait(until: .noon + 10))
        #expect(book.next(at: .noon + 9) == .wait(until: .noon + 10))
        #expect(book.next(at: .noon + 10) == .ask(beyond))
    }

    @Test func `of too many that are wanted, the latest are`() {
        var book = book()
        for number in 0...CellBook.mostMissing {
            _ = book.want([PlaceCell("\(number % 1000)_\(number / 1000)")!], at: .noon)
        }
        #expect(book.behind == CellBook.mostMissing / 2)
        #expect(book.next(at: .noon) == .ask(PlaceCell("0_20")!))
    }

    @Test func `of too many cells, those go where nobody has been for longest`() {
        let cells = (0...CellBook.most).map { number in
            (PlaceCell("\(number % 1000)_\(number / 1000)")!, kept(wanted: .noon + Double(number)))
        }
        var book = book(Dictionary(uniqueKeysWithValues: cells))
        let surplus = book.takeSurplus()
        #expect(surplus.count == CellBook.most / 10 + 1)
        #expect(Set(surplus) == Set(cells.prefix(surplus.count).map(\.0)))
        #expect(book.takeSurplus().isEmpty)
    }
}
