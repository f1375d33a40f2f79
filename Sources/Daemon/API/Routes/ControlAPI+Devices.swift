import Formats
import Geofencing
import HTTPService
import HTTPTypes
import Hummingbird
import Interests
import NIOCore
import Notifications
import Places
import Posix

/// The devices whose positions are followed: the daemon's own source, and those that push.
extension ControlAPI {
    func addDevices(to routes: Routes) {
        let devices = routes.group("devices")
        devices.get { request, context in
            if request.wantsEvents {
                return movingDevices().response(from: request, context: context)
            }
            return deviceList()
        }
        devices.put(":id") { request, context in
            var device = Device(try Self.deviceID(context))
            try (try await request.json(DeviceDraft.self)).apply(to: &device)
            let isNew = try await set(device)
            changes.note((), of: "devices")
            var response = try await show(device.id, status: isNew ? .created : .ok)
            if isNew { response.headers[.location] = "/v1/devices/\(device.id)" }
            return response
        }
        devices.get(":id") { _, context in try await show(Self.deviceID(context)) }
        devices.patch(":id") { request, context in
            let id = try Self.deviceID(context)
            let draft = try await request.json(DeviceDraft.self)
            if id == ownDevice {
                var device = try await storedOwn()
                try draft.apply(to: &device)
                _ = try await set(device)
            } else {
                _ = try await known { try await fleet.change(id) { try draft.apply(to: &$0) } }
            }
            changes.note((), of: "devices")
            return try await show(id)
        }
        devices.delete(":id") { request, context in
            try await remove(Self.deviceID(context), history: Self.query(request)["history"])
            changes.note((), of: "devices")
            return Response(status: .noContent)
        }
        devices.post(":id/positions") { request, context in
            let id = try Self.deviceID(context)
            try refuseOwn(id, "positions come from its source")
            let fixes = try await PushedPositions.fixes(of: request)
            return try await answer(to: fixes, of: id)
        }
        devices.get(":id/positions") { request, context in
            let id = try Self.deviceID(context)
            return try await positions(of: id, Self.query(request))
        }
        routes.get("lookups") { request, context in
            lookUps().response(from: request, context: context)
        }
    }

    private static func deviceID(_ context: ControlContext) throws -> DeviceID {
        let text = try context.parameter("id")
        guard let id = DeviceID(text) else {
            throw Problem(
                .badRequest, "device \(text.shortened.quoted): is not an id: use \(DeviceID.form)")
        }
        return id
    }

    /// The device that a query names; `nil`: it names none, or the own one.
    func otherDevice(_ query: [String: String]) throws(Problem) -> DeviceID? {
        guard let text = query["device"] else { return nil }
        guard let id = DeviceID(text) else {
            throw Problem(
                .badRequest, "device: \(text.shortened.quoted) is not an id: use \(DeviceID.form)")
        }
        return id == ownDevice ? nil : id
    }

    private func refuseOwn(_ id: DeviceID, _ why: String) throws(Problem) {
        guard id == ownDevice else { return }
        throw Problem(.conflict, "device \(id): is the daemon's own: \(why)")
    }

    /// Calls `body`, and answers its errors as HTTP has them.
    func known<Result>(_ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch let error as UnknownDevice {
            throw Problem.unknown(error.id)
        } catch let error as TooManyDevices {
            throw Problem(
                .conflict,
                "there are \(error.most) devices already: remove one, or raise devices.most")
        } catch is FleetBusy {
            var problem = Problem(
                .serviceUnavailable, "more positions wait than can be judged in 2 s: try again")
            problem.headers[.retryAfter] = "\(FleetBusy.retryAfter)"
            throw problem
        } catch let error as Problem {
            throw error
        } catch let refusal as Refusal {
            throw refusal
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            var problem = Problem(
                .serviceUnavailable, "nothing was taken: \(error): send it again later")
            problem.headers[.retryAfter] = "\(FleetBusy.retryAfter)"
            throw problem
        }
    }

    // MARK: Positions

    private func answer(to fixes: [Fix], of id: DeviceID) async throws -> Response {
        let answer = try await known { try await fleet.push(fixes, to: id) }
        return Response.json(
            bytes: JSONWriter.line { body in
                body.member("accepted", answer.counts.accepted)
                body.write(dropped: answer.counts)
                body.member("notices", answer.notices.map(Double.init), decimals: 0)
            })
    }

    private func positions(
        of id: DeviceID, _ query: [String: String]
    ) async throws -> Response {
        let isRemoved = try query["removed"].map { text in
            guard text == "true" else {
                throw Problem(
                    .badRequest, "removed: \(text.quoted) is unknown: use true, or leave it out")
            }
            return true
        }
        if isRemoved == nil, id != ownDevice, try await notices.stored(id) == nil {
            throw Problem.unknown(id)
        }
        let since = try query["since"]?.time(of: "since") ?? Timestamp(milliseconds: .min)
        let until = try query["until"]?.time(of: "until") ?? Timestamp(milliseconds: .max)
        let limit = try query["limit"]?.number(of: "limit", 1...Int.max) ?? .max
        return Response(
            status: .ok, headers: [.contentType: "application/x-ndjson"],
            body: .init { [notices] writer in
                var (next, left) = (since, limit)
                while left > 0 {
                    let page = try await notices.positions(
                        of: id, since: next, until: until, limit: min(left, 1000))
                    guard let last = page.last else { break }
                    var bytes = ByteBuffer()
                    for fix in page { bytes.writeBytes(fix.pushedLine) }
                    try await writer.write(bytes)
                    left -= page.count
                    next = Timestamp(milliseconds: last.time.milliseconds + 1)
                }
                try await writer.finish(nil)
            })
    }

    // MARK: Devices

    /// Returns whether it is new.
    private func set(_ device: Device) async throws -> Bool {
        guard device.id == ownDevice else { return try await known { try await fleet.set(device) } }
        guard device.maxAccuracy == nil else {
            throw Problem(
                .conflict,
                "max_accuracy: of the daemon's own device it is fixes.max_accuracy in its configuration"
            )
        }
        try await notices.set(device)
        await followOwn(device.follows)
        await tracker.regionsChanged()
        return false
    }

    private func remove(_ id: DeviceID, history: String?) async throws {
        guard history == nil || history == "forget" else {
            throw Problem(
                .badRequest,
                "history: \(history?.quoted ?? "") is unknown: use forget, or leave it out")
        }
        let isForgotten = history != nil
        if id == ownDevice, isForgotten { return try await known { try await notices.forget(id) } }
        try refuseOwn(id, "it goes when the source does; its history alone with history=forget")
        try await known {
            try await fleet.remove(id, isForgotten: isForgotten)
        }
    }

    private func show(
        _ id: DeviceID, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        guard let line = try await line(of: id) else { throw Problem.unknown(id) }
        return Response.json(bytes: line, status: status)
    }

    /// The device in JSON, with a line end; `nil` if there is none.
    private func line(of id: DeviceID) async throws -> [UInt8]? {
        if id == ownDevice { return try await ownLine() }
        return try await notices.stored(id)?.line
    }

    private func storedOwn() async throws -> Device {
        try await notices.device(ownDevice)?.device ?? Device(ownDevice)
    }

    private func ownLine() async throws -> [UInt8] {
        let (device, observer) = await (tracker.device, tracker.observer)
        var state = DeviceState(memory: [])
        (state.inside, state.position) = (device.inside.sorted(), device.position)
        state.counts = observer.counts
        return StoredDevice(try await storedOwn(), state: state).line(isOwn: true)
    }

    private func deviceList() -> Response {
        Response(
            status: .ok, headers: [.contentType: "application/json"],
            body: .init { writer in
                var bytes = ByteBuffer(string: #"{"devices":["#)
                bytes.writeBytes(try await ownLine().dropLast())
                var last = ""
                while true {
                    let page = try await notices.devices(after: last, limit: 256)
                    for stored in page where stored.device.id != ownDevice {
                        bytes.writeString(",")
                        bytes.writeBytes(stored.line.dropLast())
                    }
                    guard let end = page.last else { break }
                    last = end.device.id.description
                    try await writer.write(bytes)
                    bytes.clear()
                }
                bytes.writeString("]}")
                try await writer.write(bytes)
                try await writer.finish(nil)
            })
    }

    // MARK: Streams

    private func movingDevices() -> EventStream<Int> {
        let moves = fleet.moves.listen()
        return EventStream(from: 0) { number, bytes in
            for change in try await moves.next(after: number) {
                guard let line = try await line(of: change.key) else { continue }
                bytes.writeString("event: device\ndata: ")
                bytes.writeBytes(line)
                bytes.writeString("\n")
            }
            number += 1
            return true
        }
    }

    private func lookUps() -> EventStream<Int> {
        let lookUps = fleet.lookUps.listen()
        return EventStream(from: 0) { number, bytes in
            for change in try await lookUps.next(after: number) {
                bytes.writeString("event: lookup\ndata: ")
                bytes.writeBytes(
                    JSONWriter.line { line in
                        let center = change.value.center
                        line.member("device", change.key.description)
                        line.member("center", [center.latitude, center.longitude], decimals: 8)
                        line.member("reach", change.value.reach)
                        line.member("time", change.value.time)
                    })
                bytes.writeString("\n")
            }
            number += 1
            return true
        }
    }
}

extension Problem {
    static func unknown(_ id: DeviceID) -> Problem {
        Problem(
            .notFound,
            "device \(id): is not there: geofencectl devices list shows all, "
                + "and devices add \(id) adds it")
    }
}

extension Request {
    fileprivate var wantsEvents: Bool {
        headers[.accept]?.lowercased().contains("text/event-stream") ?? false
    }
}

extension HTTPField.Name {
    fileprivate static let retryAfter = HTTPField.Name("Retry-After")!
}
