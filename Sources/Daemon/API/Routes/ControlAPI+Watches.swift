import Formats
import Geofencing
import HTTPService
import HTTPTypes
import Hummingbird
import Interests
import Logging
import NIOCore
import Places
import Posix
import SQLite

/// Regions that other programs ask for, in sets.
extension ControlAPI {
    func addWatches(to routes: Routes) {
        let watches = routes.group("watches")
        watches.get { _, _ in
            try Response.json(["sets": try await places.with { try $0.watchSets() }])
        }
        addSets(to: watches.group(":set"))
        addSingleWatches(to: watches.group(":set/:id"))
    }

    private func addSets(to sets: Routes) {
        sets.get { request, context in
            let set = try Self.name(.set, context)
            let isLines = request.headers[.accept]?.contains("application/x-ndjson") ?? false
            let first = try await page(of: set, after: nil)
            let type = isLines ? "application/x-ndjson" : "application/json"
            if first.watches.count < Self.pageSize {
                let text = WatchText(set: set, isLines: isLines).whole(first.watches)
                return Response.json(bytes: text, type: type)
            }
            return Response(
                status: .ok, headers: [.contentType: type],
                body: .init { writer in
                    try await write(set, from: first, isLines: isLines, to: &writer)
                    try await writer.finish(nil)
                })
        }
        sets.put { request, context in
            let set = try Self.name(.set, context)
            let isArray = try request.isArray
            if let length = request.headers[.contentLength].flatMap({ Int($0) }) {
                guard length <= HTTPLimits.upload else { throw Problem.setTooLarge }
            }
            let caller = await caller(context)
            return try await request.answered(
                upTo: HTTPLimits.upload, else: Problem.setTooLarge,
                refusal: { Problem(ofControl: $0) ?? Problem(importing: $0, context.logger) }
            ) { bytes in
                let (count, isNew) = try await places.aside { store in
                    // However it ends: who still sends would wait for a reader for ever.
                    defer { bytes.close() }
                    let file = UploadedFile(set, size: nil, of: .init(bytes))
                    var replacement = try WatchReplacement(set, for: caller, in: store)
                    return try replacement.run(file, isArray: isArray)
                }
                await regionsChanged(by: "watches")
                var response = try Response.json(
                    WatchSet(set: set, watches: count), status: isNew ? .created : .ok)
                if isNew { response.headers[.location] = "/v1/watches/\(set)" }
                return response
            }
        }
        sets.delete { _, context in
            let set = try Self.name(.set, context)
            try await places.aside { try $0.removeWatches(of: set) }
            await regionsChanged(by: "watches")
            return Response(status: .noContent)
        }
    }

    private func addSingleWatches(to single: Routes) {
        single.get { _, context in
            let (set, id) = (try Self.name(.set, context), try Self.name(.id, context))
            return Response.json(try await places.with { try $0.watch(id, of: set) })
        }
        single.put { request, context in
            let (set, id) = (try Self.name(.set, context), try Self.name(.id, context))
            let draft = try await request.watch()
            let caller = await caller(context)
            let watch = try await places.with { store in
                var meaning = WatchMeaning(store: store, here: caller.position)
                return try meaning.watch(draft, id: id, set: set)
            }
            let old = try await places.change { try $0.put(watch) }
            if old != watch { await regionsChanged(by: "watches") }
            var response = Response.json(watch, status: old == nil ? .created : .ok)
            if old == nil { response.headers[.location] = "/v1/watches/\(set)/\(id)" }
            return response
        }
        single.delete { _, context in
            let (set, id) = (try Self.name(.set, context), try Self.name(.id, context))
            try await places.change { try $0.removeWatch(id, of: set) }
            await regionsChanged(by: "watches")
            return Response(status: .noContent)
        }
    }

    private static func name(_ name: Watch.Name, _ context: ControlContext) throws -> String {
        try Watch.checked(try context.parameter(name.rawValue), name)
    }
}

// MARK: - Sending a set

extension ControlAPI {
    /// Watches in a piece of an answer.
    private static let pageSize = 1000

    private func page(of set: String, after page: WatchPage?) async throws -> WatchPage {
        try await places.with { try $0.watches(of: set, after: page, limit: Self.pageSize) }
    }

    /// If the set is replaced meanwhile, this throws, and the answer ends too early.
    @concurrent private func write(
        _ set: String, from first: WatchPage, isLines: Bool, to writer: inout any ResponseBodyWriter
    ) async throws {
        let text = WatchText(set: set, isLines: isLines)
        var page = first
        var bytes = text.start
        while !page.watches.isEmpty {
            bytes += text.watches(page.watches)
            try await writer.write(ByteBuffer(bytes: bytes))
            bytes = text.between
            guard page.watches.count == Self.pageSize else { break }
            page = try await self.page(of: set, after: page)
            if page.watches.isEmpty { break }
        }
        try await writer.write(ByteBuffer(bytes: text.end))
    }
}

/// A set in an answer: a JSON object, or a watch a line.
private struct WatchText {
    let set: String
    let isLines: Bool

    var start: [UInt8] { isLines ? [] : Array(#"{"set":"\#(set)","watches":["#.utf8) }
    var between: [UInt8] { isLines ? [] : [UInt8(ascii: ",")] }
    var end: [UInt8] { isLines ? [] : Array("]}".utf8) }

    func watches(_ watches: [Watch]) -> [UInt8] {
        var bytes: [UInt8] = []
        for watch in watches {
            if !bytes.isEmpty { bytes += between }
            bytes += isLines ? watch.line[...] : watch.line.dropLast()
        }
        return bytes
    }

    func whole(_ watches: [Watch]) -> [UInt8] { start + self.watches(watches) + end }
}

// MARK: - Replacing a set

extension Request {
    /// Whether the body is a JSON array, and not NDJSON. Throws a `Problem` if it is neither.
    fileprivate var isArray: Bool {
        get throws {
            if let type = mediaType, ["application/x-ndjson", "application/jsonl"].contains(type) {
                return false
            }
            try requireJSON()
            return true
        }
    }

    fileprivate func watch() async throws -> WatchDraft {
        try requireJSON()
        let bytes = Array(try await shallowBody().readableBytesView)
        var parser = JSONParser()
        do {
            let value = try parser.parse(bytes)
            return try WatchDraft(value, bytes)
        } catch let error as JSONError {
            throw Problem(.badRequest, "the body \(error)")
        }
    }
}

extension Problem {
    fileprivate static let setTooLarge = Problem(
        .contentTooLarge, "the set is larger than \(HTTPLimits.upload) bytes: use several sets")
}

extension Watch {
    /// Its object, with a line end after it.
    fileprivate var line: [UInt8] { JSONWriter.line(write) }
}

extension Response {
    fileprivate static func json(
        _ watch: Watch, status: HTTPResponse.Status = .ok
    ) -> Response {
        json(bytes: watch.line.dropLast(), status: status)
    }
}
