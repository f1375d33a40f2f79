import Glibc
import Posix
import Synchronization

/// A terminal that looks like the serial line of a receiver (8N1), and gives NMEA.
package final class PseudoTerminal: Sink {
    /// The path for programs to open.
    package let name: String
    package var clientCount: Int? { nil }
    private let descriptor: Int32
    private let isStalled = Mutex(false)

    /// How often to look whether somebody has opened it: there is no event for that.
    private static let interval = Duration.milliseconds(50)
    /// Seconds that a reader has after the end.
    private static let patience = 1.0

    package init() throws(ServingError) {
        var (master, slave): (Int32, Int32) = (-1, -1)
        var settings = termios()
        cfmakeraw(&settings)
        settings.c_cflag |= tcflag_t(CREAD | CLOCAL)
        cfsetspeed(&settings, speed_t(B38400))
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        guard openpty(&master, &slave, &path, &settings, nil) == 0 else {
            throw .cannotOpenTerminal(.current)
        }
        // gpsd opens it with another account: everybody may read it, and only the owner write.
        fchmod(slave, 0o644)
        close(slave)
        _ = fcntl(master, F_SETFD, FD_CLOEXEC)
        _ = fcntl(master, F_SETFL, O_NONBLOCK)
        descriptor = master
        name = String(decoding: path.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit { close(descriptor) }

    package func run(begin: @escaping @Sendable () -> Void) async throws {
        while !isOpened { try await Task.sleep(for: Self.interval) }
        begin()
        while true { try await Task.sleep(for: .seconds(3600)) }
    }

    /// The master has POLLHUP as long as nobody has the terminal open.
    private var isOpened: Bool { events & Int16(POLLHUP) == 0 }

    private var isWritable: Bool { events & Int16(POLLOUT) != 0 }

    /// What does not fit into the terminal's buffer is lost, as on a serial line.
    package func send(_ epoch: EncodedEpoch, patience: Double) async {
        skipCommands()
        guard isOpened else { return }
        var rest = epoch.nmea[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                isStalled.withLock { $0 = false }
                rest = rest.dropFirst(count)
                continue
            }
            if count < 0, errno == EINTR { continue }
            guard !isStalled.withLock({ $0 }), await eventually(within: patience, { isWritable })
            else {
                return isStalled.withLock { $0 = true }
            }
        }
    }

    package func finish() async {
        _ = await eventually(within: Self.patience) { !isOpened || unread == 0 }
    }

    /// Looks again and again, because there is no event to wait for.
    private func eventually(within seconds: Double, _ isTrue: () -> Bool) async -> Bool {
        let end = ContinuousClock.now + .seconds(seconds)
        while !isTrue() {
            guard ContinuousClock.now < end,
                (try? await Task.sleep(for: .milliseconds(5))) != nil
            else { return false }
        }
        return true
    }

    /// Drops the commands that gpsd sends to a receiver.
    private func skipCommands() {
        var bytes = [UInt8](repeating: 0, count: 1024)
        while read(descriptor, &bytes, bytes.count) > 0 {}
    }

    /// Bytes that the reader has not read yet.
    private var unread: Int32 {
        var count: Int32 = 0
        return ioctl(descriptor, UInt(TIOCOUTQ), &count) == 0 ? count : 0
    }

    private var events: Int16 {
        var status = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&status, 1, 0)
        return status.revents
    }
}
