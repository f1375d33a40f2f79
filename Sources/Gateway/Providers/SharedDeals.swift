package import APIClient
package import Community
import Geofencing
package import Logging
package import MQTT
import Posix

/// Writes the deals of this node's organisations into a table of PostgreSQL, where a server of deals has
/// them for other nodes. What is there of this node is made what is here, whenever that changes.
package actor SharedDeals {
    private let node: String
    private let database: Postgres
    private let community: Community
    private let daemon: APIClient
    private let clock: any GatewayClock
    private let log: Logger
    /// The rows that were written last, as JSON; `nil`: what is there is not known.
    private var written: [UInt8]?
    private var condition = EndpointState(id: "deals/postgres", kind: .deals, name: "PostgreSQL")

    /// Seconds after which all is written again, if nothing changes: what is over goes, and what others
    /// have removed comes back.
    private static let longestWait = 3600.0
    /// Seconds that writing may take, whatever PostgreSQL itself thinks.
    private static let longestWriting = 20.0

    /// `node`: the first part of the ids of its deals there. `postgres`: as libpq reads it.
    package init(
        of node: String, to postgres: String, _ community: Community, daemon: APIClient,
        clock: any GatewayClock = SystemGatewayClock(), log: Logger
    ) {
        (self.node, database) = (node, Postgres(connection: postgres))
        (self.community, self.daemon, self.clock, self.log) = (community, daemon, clock, log)
    }

    /// How it goes.
    package var state: EndpointState {
        var state = condition
        state.behind = state.works == false ? 1 : 0
        return state
    }

    /// Runs until the task is cancelled.
    package func run() async throws {
        var backoff = Backoff()
        while true {
            let number = community.changes.number
            do {
                try await write()
                backoff = Backoff()
                try await waitForChange(after: number)
            } catch let error where !(error is CancellationError) {
                let worked = condition.works != false
                condition.note("\(error)", at: clock.now)
                if worked {
                    log.warning(
                        "deals are not written to PostgreSQL yet", metadata: ["error": "\(error)"])
                }
                try await clock.sleep(seconds: backoff.wait(asked: nil, jitter: clock.jitter()))
            }
        }
    }

    /// Until deals may have changed, or it is time to look all the same.
    private func waitForChange(after number: Int) async throws {
        try await withThrowingTaskGroup { [community, clock] group in
            group.addTask {
                var number = number
                while true {
                    let (topics, next) = try await community.changes.next(after: number)
                    number = next
                    if !topics.topics.isDisjoint(with: [.deals, .groups]) { return }
                }
            }
            group.addTask {
                try await clock.sleep(seconds: Self.longestWait)
                await self.forget()
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private func forget() { written = nil }

    private func write() async throws {
        let rows = try await rows()
        guard rows != written else { return }
        let text = String(decoding: rows, as: UTF8.self)
        written = nil
        try await withThrowingTaskGroup { [node, database, clock] group in
            group.addTask {
                try await database.run([
                    (SharedDealSQL.remove, [node, text]), (SharedDealSQL.write, [node, text]),
                ])
            }
            group.addTask {
                try await clock.sleep(seconds: Self.longestWriting)
                throw PostgresError("does not answer within \(Int(Self.longestWriting)) s")
            }
            defer { group.cancelAll() }
            try await group.next()
        }
        written = rows
        let failed = condition.works == false
        condition.note(nil, at: clock.now)
        condition.count("written")
        if failed { log.notice("deals are written to PostgreSQL again") }
    }

    /// Those for everyone that are not over, as JSON, in order.
    private func rows() async throws -> [UInt8] {
        let ours = try await community.deals(by: .machine)
        let known = try await daemon.get(
            "/v1/deals", [("mine", "true"), ("all", "true")], as: AnyJSON.self)
        let rows = (known["deals"]?.elements ?? []).compactMap { deal -> AnyJSON? in
            guard let reference = deal["reference"]?.string, let own = ours[reference],
                deal["audience"]?.string == "everyone",
                let ends = deal["ends"]?.string.flatMap({ Timestamp(iso8601: $0) }),
                ends > clock.now
            else { return nil }
            // tipg has no answer to ids with a slash.
            var row: [String: AnyJSON] = ["id": .string("\(node):\(own.group):\(own.number)")]
            for name in SharedDealSQL.columns { row[name] = deal[name]?.withoutNulls }
            return .object(row)
        }
        return try AnyJSON.array(rows.sorted { $0["id"]?.string ?? "" < $1["id"]?.string ?? "" })
            .jsonBytes
    }
}

extension AnyJSON {
    /// PostgreSQL has no text with the character U+0000.
    fileprivate var withoutNulls: AnyJSON {
        guard let text = string else { return self }
        return .string(text.filter { $0 != "\0" })
    }
}

/// What makes the rows of a node those of a list.
private enum SharedDealSQL {
    /// As a deal has them; `lat` and `lon` are `geom`.
    static let columns = [
        "name", "company", "category", "description", "address", "website", "opening_hours",
        "starts", "ends", "capacity", "radius", "lat", "lon",
    ]
    private static let plain = columns.dropLast(2).joined(separator: ", ")

    private static let list = """
        json_to_recordset($2::json) AS d(id text, name text, company text, category text,
            description text, address text, website text, opening_hours text, starts timestamptz,
            ends timestamptz, capacity integer, radius double precision, lat double precision,
            lon double precision)
        """

    static let remove = "DELETE FROM deals WHERE node = $1 AND id NOT IN (SELECT id FROM \(list))"

    static let write = """
        INSERT INTO deals (id, node, \(plain), geom)
        SELECT id, $1, \(plain), ST_SetSRID(ST_MakePoint(lon, lat), 4326) FROM \(list)
        ON CONFLICT (id) DO UPDATE SET (node, \(plain), geom) =
            (excluded.node, \(columns.dropLast(2).map { "excluded.\($0)" }.joined(separator: ", ")),
            excluded.geom) WHERE deals.node = excluded.node
        """
}
