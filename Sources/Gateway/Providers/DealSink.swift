import APIClient
import Geofencing
import Posix

/// Deals, each known by a reference that begins with the name of its server.
struct DealSink: CellSink {
    let daemon: APIClient
    let name: String
    /// What the ids of this node's own deals begin with, which are here already.
    let own: String
    let now: @Sendable () -> Timestamp

    func replace(_ cell: PlaceCell, by features: CellFeatures) async throws -> Int {
        let prefix = "\(name)/"
        let known = try await daemon.get(
            "/v1/deals", [("mine", "true"), ("all", "true")], as: AnyJSON.self)
        var former: [String: AnyJSON] = [:]
        for deal in known["deals"]?.elements ?? [] {
            guard let reference = deal["reference"]?.string, reference.hasPrefix(prefix) else {
                continue
            }
            former[reference] = deal
        }
        var (unusable, read): ([String], Int) = ([], 0)
        for feature in try AnyJSON(features.collection)["features"]?.elements ?? [] {
            read += 1
            do {
                guard let draft = try ServedDeal(feature, prefix, own: own).draft(at: now()) else {
                    continue
                }
                let reference = draft["reference"]?.string ?? ""
                // Also one that has come from another cell.
                try await write(draft, former.removeValue(forKey: reference))
            } catch let error as UnusableDeal {
                unusable.append(error.description)
            }
        }
        if read > 0, unusable.count == read, let first = unusable.first {
            throw ProviderFault("of \(read) deals none can be used: \(first)")
        }
        for deal in former.values where deal.isGone(from: cell, at: now()) {
            if let id = deal["id"]?.integer { try await remove(id) }
        }
        return unusable.count
    }

    /// `former`: as the daemon has it; `nil`: it has none. Throws `UnusableDeal` if the daemon refuses it,
    /// and an `APIError` while it is away.
    private func write(_ draft: [String: AnyJSON], _ former: AnyJSON?) async throws {
        do {
            guard let former, let id = former["id"]?.integer else {
                _ = try await daemon.send(
                    .post, "/v1/deals", body: AnyJSON.object(draft).jsonBytes)
                return
            }
            var changes = draft.filter {
                !former.says($0.value, as: $0.key) && $0.key != "reference"
            }
            if changes.isEmpty { return }
            // One of them alone says nothing.
            if changes["lat"] != nil || changes["lon"] != nil {
                (changes["lat"], changes["lon"]) = (draft["lat"], draft["lon"])
            }
            _ = try await daemon.send(
                .patch, "/v1/deals/\(id)", body: AnyJSON.object(changes).jsonBytes)
        } catch let error as APIError where error.isForGood {
            throw UnusableDeal("\(error)")
        }
    }

    private func remove(_ id: Int64) async throws {
        do {
            _ = try await daemon.send(.delete, "/v1/deals/\(id)")
        } catch APIError.refused(let refusal) where refusal.status == 404 {}
    }
}

/// Why a deal of a server is left out.
struct UnusableDeal: Error, CustomStringConvertible {
    var description: String
    init(_ description: String) { self.description = description }
}

/// A feature of a collection of deals.
struct ServedDeal {
    private let feature: AnyJSON
    private let reference: String
    private let isOwn: Bool

    /// Properties that have a text.
    private static let texts = [
        "name", "company", "category", "description", "website", "opening_hours", "address",
    ]
    private static let numbers = ["capacity", "radius"]

    /// `prefix`: of its reference; `own`: of the ids of this node's own deals.
    init(_ feature: AnyJSON, _ prefix: String, own: String) throws(UnusableDeal) {
        guard let id = feature["id"]?.string, !id.isEmpty else {
            throw UnusableDeal("has no id: give each feature one that stays")
        }
        (self.feature, reference, isOwn) = (feature, prefix + id, id.hasPrefix(own))
    }

    /// What is to be said of it to the daemon: all fields, those that it has not as `null`. `nil` if it is
    /// over, or this node's own.
    func draft(at now: Timestamp) throws(UnusableDeal) -> [String: AnyJSON]? {
        if isOwn { return nil }
        let properties = feature["properties"]
        var draft: [String: AnyJSON] = ["reference": .string(reference)]
        for name in ["starts", "ends"] {
            guard let text = properties?[name]?.string else {
                throw UnusableDeal("has no \(name)")
            }
            guard let time = Timestamp(iso8601: text.replacing(" ", with: "T")) else {
                throw UnusableDeal("\(name) \(text.shortened.quoted) is no time: use RFC 3339")
            }
            if name == "ends", time <= now { return nil }
            draft[name] = .string(time.description)
        }
        for name in Self.texts {
            let text = properties?[name].map(\.text)?.trimmed ?? ""
            draft[name] = text.isEmpty ? .null : .string(text)
        }
        for name in Self.numbers {
            // PostgreSQL's `numeric` comes as a text.
            let value = properties?[name]
            let number = value?.number ?? value?.string.flatMap { Double($0) }
            draft[name] = .null
            if let number, number.isFinite {
                draft[name] = Int64(exactly: number).map(AnyJSON.integer) ?? .number(number)
            }
        }
        let point = feature["geometry"]?["coordinates"]?.elements ?? []
        guard point.count >= 2 else { throw UnusableDeal("has no position") }
        (draft["lon"], draft["lat"]) = (point[0], point[1])
        return draft
    }
}

extension AnyJSON {
    /// Whether a deal, as the daemon has it, has this value already.
    fileprivate func says(_ value: AnyJSON, as name: String) -> Bool {
        let here = self[name] ?? .null
        if let one = here.number, let other = value.number { return one == other }
        if name == "starts" || name == "ends", let one = here.string, let other = value.string {
            return Timestamp(iso8601: one) == Timestamp(iso8601: other)
        }
        return here == value
    }

    /// Whether a deal of the cell that its server does not give goes: at once if it is on, and a month later
    /// if it is over, as whoever has reserved it looks for it.
    fileprivate func isGone(from cell: PlaceCell, at now: Timestamp) -> Bool {
        guard let latitude = self["lat"]?.number, let longitude = self["lon"]?.number,
            let ends = self["ends"]?.string.flatMap({ Timestamp(iso8601: $0) })
        else { return false }
        return (ends > now || ends < now + -30 * 86_400)
            && PlaceCell(of: Coordinate(latitude: latitude, longitude: longitude)) == cell
    }
}
