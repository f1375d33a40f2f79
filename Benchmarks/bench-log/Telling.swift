import Geofencing
import Glibc
import Notifications
import Posix

/// How long it takes from a transition to the line at its listeners.
struct Telling {
    let durability: NoticeStore.Durability
    let listeners: Int

    private static let rounds = 200

    func run(in directory: String) async throws {
        let log = try Bench.log(in: directory, durability)
        let path = try SocketPath("\(directory)/socket")
        let descriptor = try path.listen()
        async let serving: Void = NotificationSocket(
            log, descriptor: descriptor, patience: .zero
        ).run()
        let before = residentKiB()
        let clients = try await connect(path)
        let after = residentKiB()
        var first: [Duration] = []
        var last: [Duration] = []
        for _ in 0..<Self.rounds {
            let start = ContinuousClock.now
            async let heard = hear(clients, since: start)
            try await log.append([Bench.enter], Bench.state)
            let times = await heard
            first.append(times.first)
            last.append(times.last)
        }
        await log.finish()
        for client in clients { close(client) }
        try await serving
        path.remove()
        // Later on, it takes what it had before.
        let isFirst = durability == .full && listeners > 1
        let each = isFirst ? "\((after - before) / listeners)" : ""
        print(
            "| \(listeners) | \(durability) | \(Bench.percentile(first, 0.5)) "
                + "| \(Bench.percentile(last, 0.5)) | \(Bench.percentile(last, 0.99)) | \(each) |")
    }

    /// Listeners that the daemon surely serves.
    private func connect(_ path: SocketPath) async throws -> [Int32] {
        var clients: [Int32] = []
        for _ in 0..<listeners {
            let client = try path.connect()
            let line = Array("{\"after\":\"now\"}\n".utf8)
            _ = write(client, line, line.count)
            clients.append(client)
        }
        _ = await hear(clients, since: .now)
        return clients
    }

    /// When the first and the last of them had something to read, which is then read.
    @concurrent private func hear(
        _ clients: [Int32], since start: ContinuousClock.Instant
    ) async -> (first: Duration, last: Duration) {
        var waiting = clients.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        var first: Duration?
        var buffer = [UInt8](repeating: 0, count: 4096)
        while !waiting.isEmpty {
            poll(&waiting, nfds_t(waiting.count), -1)
            first = first ?? ContinuousClock.now - start
            for client in waiting where client.revents != 0 {
                _ = read(client.fd, &buffer, buffer.count)
            }
            waiting.removeAll { $0.revents != 0 }
        }
        let last = ContinuousClock.now - start
        return (first ?? last, last)
    }

    private func residentKiB() -> Int {
        let pages = (try? InputFile.contents(of: "/proc/self/statm", limit: 4096)) ?? []
        let words = String(decoding: pages, as: UTF8.self).split(separator: " ")
        return (words.count > 1 ? Int(words[1]) ?? 0 : 0) * 4
    }
}
