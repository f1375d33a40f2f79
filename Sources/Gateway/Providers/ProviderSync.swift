import APIClient
import Geofencing
import Logging
package import MQTT
import Messages
import Posix

/// Keeps what one server has in the cells around devices, and hands it to the daemon.
package actor ProviderSync {
    private let provider: Provider
    private let server: any CellServer
    private let sink: any CellSink
    private let store: CellStore
    private let clock: any GatewayClock
    private let log: Logger
    private var book: CellBook
    private var condition: EndpointState
    private var credit: String?
    /// Cells whose last answer could not be used, while others could.
    private var faulty: Set<PlaceCell> = []
    /// The id of the daemon's log for which the book is; `nil`: the daemon is to be asked.
    private var daemon: String?
    /// What it was before.
    private var former: String?
    /// Whether what was to be written down last, could be.
    private var isNoted = true
    /// Grows when there may be something to ask for.
    private let wishes = ChangeCount()
    /// Seconds of an answer: of a slow one, for a while.
    private var answerTime = 5.0

    /// Characters.
    private static let longestCredit = 200
    /// Requests under way.
    static let together = 4
    /// Seconds until the daemon is tried again.
    private static let daemonPause = 2.0
    /// Seconds until a daemon that writes something else is asked again, and how often.
    private static let writingPause = 1.0
    private static let mostTries = 60

    init(
        _ provider: Provider, _ server: any CellServer, _ sink: any CellSink, _ store: CellStore,
        pace: Pace = .free, clock: any GatewayClock = SystemGatewayClock(), log: Logger
    ) {
        (self.provider, self.server, self.sink) = (provider, server, sink)
        (self.store, self.clock, self.log) = (store, clock, log)
        book = CellBook([:], refresh: provider.refresh, pace: pace)
        condition = EndpointState(
            id: "places/\(provider.name)", kind: .places, name: provider.name)
    }

    /// How it goes.
    package var state: EndpointState {
        var state = condition
        state.behind = book.behind
        let age = book.age
        state.kept = .init(
            contents: provider.contents.rawValue, cells: book.kept.count, faulty: faulty.count,
            oldest: age?.oldest, newest: age?.newest, credit: credit)
        return state
    }

    /// A device is there, and needs what is around it.
    func want(_ surroundings: Surroundings) async {
        let before = book.behind
        let news = book.want(surroundings.cells(answerTime: answerTime), at: clock.now)
        // Most often all is here.
        if !news.isEmpty || book.behind != before { wishes.advance() }
        for cell in news {
            if let kept = book.kept[cell] { await note { try await $0.keep(kept, of: cell, $1) } }
        }
    }

    /// Runs until the task is cancelled. `daemonID`: asks the daemon for the id of its log, and throws
    /// an `APIError` while it is away.
    func run(daemonID: @escaping @Sendable () async throws -> String) async throws {
        try await withThrowingTaskGroup { group in
            for _ in 0..<Self.together {
                group.addTask { try await self.work(daemonID) }
            }
            try await group.waitForAll()
        }
    }

    private func work(_ daemonID: @Sendable () async throws -> String) async throws {
        while true {
            try Task.checkCancellation()
            let number = wishes.number
            if daemon == nil {
                do {
                    try await open(for: daemonID())
                } catch {
                    // Others say that the daemon is away.
                    try await clock.sleep(seconds: Self.daemonPause)
                    continue
                }
            }
            switch book.next(at: clock.now) {
            case .ask(let cell): try await ask(for: cell)
            case .wait(let time): try await wait(after: number, until: time)
            }
        }
    }

    /// It may be another daemon now, which has none of the cells.
    func daemonIsBack() {
        (daemon, former) = (nil, daemon)
        book.endWaits()
        wishes.advance()
    }

    /// Reads what is known of the cells that this daemon has.
    private func open(for id: String) async throws {
        if id == former {
            daemon = id
            return
        }
        let known = try await persistently("places from elsewhere wait", clock, log) {
            [store, provider] in try await store.cells(of: provider, for: id)
        }
        guard daemon == nil else { return }
        (daemon, former, credit) = (id, id, known.credit)
        book.use(known.cells)
        wishes.advance()
    }

    private func wait(after number: Int, until time: Timestamp?) async throws {
        let seconds = time.map { max(0.05, $0 - clock.now) }
        try await withThrowingTaskGroup { group in
            group.addTask { [wishes] in _ = try await wishes.next(after: number) }
            if let seconds {
                group.addTask { [clock] in try await clock.sleep(seconds: seconds) }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    // MARK: One cell

    private func ask(for cell: PlaceCell) async throws {
        defer { wishes.advance() }
        let begun = clock.now
        condition.count("requests")
        do {
            let kept = book.kept[cell]
            let known = kept?.doubted == nil ? kept?.validators : nil
            let answer = try await server.features(in: cell, known: known)
            // One that was slow is remembered for some answers.
            answerTime = max(clock.now - begun, 0.9 * answerTime, 0.5)
            try await take(answer, of: cell)
        } catch let fault as ProviderFault {
            fail(cell, fault)
        } catch let error as CancellationError {
            book.release(cell)
            throw error
        } catch {
            // The daemon is away, its disk is full, or an import goes on: the server is asked again later.
            fail(cell, ProviderFault("geofenced does not take it: \(error)", ofServer: true))
        }
    }

    private func take(_ answer: CellAnswer, of cell: PlaceCell) async throws {
        switch answer {
        case .unchanged:
            book.unchanged(cell, at: clock.now)
            condition.count("unchanged")
        case .features(let features, let validators, let credit):
            if book.isDoubtful(cell, features.count) {
                let fault = ProviderFault(
                    "cell \(cell): has \(features.count) of the \(book.kept[cell]?.count ?? 0) that were "
                        + "there: it counts if it says so again")
                book.doubt(cell, features.count, at: clock.now)
                return say(fault, of: cell)
            }
            // Nothing was there before, and nothing is.
            if features.count > 0 || book.kept[cell] != nil {
                let left = try await replace(cell, by: features)
                condition.count("unusable", left)
            }
            let now = clock.now
            book.answered(
                cell,
                .init(
                    fetched: now, count: features.count, validators: validators,
                    wanted: book.kept[cell]?.wanted ?? now))
            if let credit = credit?.shortened(to: Self.longestCredit), credit != self.credit {
                self.credit = credit
                await note { try await $0.note(credit: credit, of: $1) }
            }
        }
        if let kept = book.kept[cell] { await note { try await $0.keep(kept, of: cell, $1) } }
        sayItWorks(cell)
        try await dropSurplus()
    }

    /// As the sink does; the daemon writes one cell or import at a time, and is asked again meanwhile.
    private func replace(_ cell: PlaceCell, by features: CellFeatures) async throws -> Int {
        for _ in 1..<Self.mostTries {
            do {
                return try await sink.replace(cell, by: features)
            } catch APIError.refused(let refusal) where refusal.status == 409 {
                try await clock.sleep(seconds: Self.writingPause)
            }
        }
        return try await sink.replace(cell, by: features)
    }

    private func dropSurplus() async throws {
        for cell in book.takeSurplus() {
            _ = try await replace(cell, by: .none)
            await note { try await $0.drop(cell, $1) }
        }
    }

    private func fail(_ cell: PlaceCell, _ fault: ProviderFault) {
        book.failed(cell, fault, at: clock.now, jitter: clock.jitter())
        if !fault.isOfServer { return say(.init("cell \(cell): \(fault)"), of: cell) }
        let worked = condition.works != false
        condition.note(fault.description, at: clock.now)
        condition.count("faults")
        if worked { warn("a server of places is not used: what was there stays", fault) }
    }

    /// Said once as long as there are such cells.
    private func say(_ fault: ProviderFault, of cell: PlaceCell) {
        if faulty.isEmpty { warn("a cell of places stays as it is", fault) }
        faulty.insert(cell)
        condition.count("faults")
        (condition.error, condition.failed) = (fault.description, clock.now)
        if book.kept.isEmpty { condition.note(fault.description, at: clock.now) }
    }

    private func sayItWorks(_ cell: PlaceCell) {
        let failed = condition.works == false || faulty == [cell]
        faulty.remove(cell)
        // One that answers now and then does not work.
        guard book.isServerTrusted else { return }
        condition.note(nil, at: clock.now)
        if failed, faulty.isEmpty {
            log.notice(
                "a server of places is used again", metadata: ["provider": "\(provider.name)"])
        }
    }

    private func warn(_ what: Logger.Message, _ fault: ProviderFault) {
        log.warning(
            what, metadata: ["provider": "\(provider.name)", "error": "\(fault)"])
    }

    /// Writes down what outlives a restart; on a full disk it is asked for again then.
    private func note(_ body: @Sendable (CellStore, String) async throws -> Void) async {
        do {
            try await body(store, provider.name)
            isNoted = true
        } catch {
            if isNoted { log.warning("cells are not noted", metadata: ["error": "\(error)"]) }
            isNoted = false
        }
    }
}
