import Glibc
import Posix
import Subprocess
import TestSupport
import Testing

extension SystemTests {
    /// The daemon on a disk of its own, which is full at times.
    @Suite(.enabled(if: canMountFileSystems, "the account may not mount a small file system"))
    struct FullDiskTests {
        private let workshop = Workshop()

        /// Runs the daemon on an endless trace, with its state on a disk of `size` MiB; `body` gets
        /// the path of that for others.
        private func withDisk(
            of size: Int, _ body: (Running, ResumingListener, String) async throws -> Void
        ) async throws {
            let file = try workshop.configure(atEnd: "loop", speed: "20000")
            mkdir(workshop.state, 0o700)
            let status = try await withShell(
                """
                exec unshare -m sh -c 'mount -t tmpfs -o size=\(size)m none "$0" &&
                    exec "$1" --config "$2"' "$1" "$2" "$3"
                """, [workshop.state, "\(Program.folder)/geofenced", file]
            ) { daemon in
                _ = try await daemon.message(with: "listening")
                let listener = ResumingListener(workshop)
                defer { listener.stop() }
                try await body(
                    daemon, listener, "/proc/\(daemon.identifier)/root\(workshop.state)")
                #expect(listener.faults == [])
                try daemon.send(.terminate)
            }
            #expect(status == 0)
        }

        private static func cafes(_ count: Int) -> String {
            let rows = (1...count).map { "\($0),A café of some name \($0),amenity=cafe,1,\($0)e-4" }
            return (["id,name,category,lat,lon"] + rows).joined(separator: "\n")
        }

        private func toldMore(_ listener: ResumingListener) async throws {
            let told = listener.lines.count
            try await eventually(listener.lines) { $0.count > told + 20 }
        }

        @Test func `without room it goes on, and tells all in order when there is room`()
            async throws
        {
            try await withDisk(of: 1) { daemon, listener, disk in
                _ = try await shell("cat /dev/zero >\(disk)/fill 2>&1")
                let line = try await daemon.message(with: "notices cannot be written")
                #expect(line.has("the disk is full: make room and try again"))
                let status = try await run(.geofencectl, ["status", "--socket", workshop.control])
                #expect(status.lines.last?.has("wait to be written") == true)
                // For as many as may wait: on a busy machine, it may be all of them.
                let grown = try await shell(
                    "nsenter -t \(daemon.identifier) -m mount -o remount,size=64m \(workshop.state)"
                )
                #expect(grown.status == 0, "\(grown)")
                _ = try await daemon.message(with: "notices are written again")
                try await toldMore(listener)
            }
        }

        @Test func `notices have room of their own on a full disk`() async throws {
            try await withDisk(of: 24) { daemon, listener, disk in
                // It is empty until all of it has been taken.
                try await eventually(size(of: "\(disk)/notifications.spare")) { $0 > 0 }
                // Nearly all that is free, at once, and the daemon takes the rest: what fills it bit by bit
                // would take the kept room as well, as soon as that is given up.
                _ = try await shell(
                    """
                    free=$(($(stat -f -c '%a * %S' \(disk))))
                    exec fallocate -l $((free - 256 * 1024)) \(disk)/fill
                    """)
                _ = try await daemon.message(with: "written to the room that was kept for them")
                try await toldMore(listener)
                let status = try await run(.geofencectl, ["status", "--socket", workshop.control])
                #expect(status.output.has("the disk is nearly full: make room"))
            }
        }

        @Test func `full at the start, the disk yields what is there, and more when it has room`()
            async throws
        {
            let file = try workshop.configure(atEnd: "exit")
            mkdir(workshop.state, 0o700)
            let status = try await withShell(
                """
                exec unshare -m sh -c 'mount -t tmpfs -o size=24m none "$0"
                    PATH=$1:$PATH
                    geofencectl places import "$3" --database "$0/places.sqlite"
                    geofencectl favourites add starbucks --database "$0/places.sqlite"
                    geofenced --config "$2" --check-config
                    geofenced --config "$2" 2>/dev/null
                    rm -f "$0/notifications.spare"
                    cat /dev/zero >"$0/fill" 2>/dev/null
                    echo full >&2
                    sed -i "/at_end/s/exit/wait/" "$2"
                    exec geofenced --config "$2" --from-start' "$1" "$2" "$3" "$4"
                """,
                [
                    workshop.state, "\(Program.folder)", file,
                    "\(Repository.root)/traces/amsterdam-places.csv",
                ]
            ) { daemon in
                _ = try await daemon.message(with: "full")
                _ = try await daemon.message(with: "listening")
                _ = try await daemon.message(with: "notices cannot be written")
                let status = try await run(.geofencectl, ["status", "--socket", workshop.control])
                #expect(status.output.has("places     12"))
                unlink("/proc/\(daemon.identifier)/root\(workshop.state)/fill")
                _ = try await daemon.message(with: "notices are written again")
                // Those of both rounds.
                let told = try Listener(workshop, asks: #"{"after":0}"#)
                #expect(try await told.lines(40).count == 40)
                try daemon.send(.terminate)
            }
            #expect(status == 0)
        }

        @Test func `an import that has too little room leaves none the less to notices`()
            async throws
        {
            try await withDisk(of: 24) { daemon, listener, disk in
                try workshop.write("few.csv", Self.cafes(6000))
                try workshop.write("many.csv", Self.cafes(60_000))
                // The second needs as much room as the first again before it has read anything.
                for (name, isThere) in [("few.csv", true), ("many.csv", false)] {
                    let finished = try await shell(
                        """
                        nsenter --target \(daemon.identifier) --mount \(Program.folder)/geofencectl \
                            places import \(workshop.file(name)) \
                            --database \(workshop.state)/places.sqlite
                        """)
                    #expect(finished.status == (isThere ? 0 : 1))
                    #expect(finished.errors.has("8 MiB stay free for notices") == !isThere)
                }
                #expect(
                    names(inDirectory: disk).filter { $0.contains("-import") }
                        == ["places.sqlite-imported-1"])
                #expect((freeSpace(at: disk) ?? 0) > 10 << 20)
                try await toldMore(listener)
                let status = try await run(.geofencectl, ["status", "--socket", workshop.control])
                #expect(!status.output.has("full") && !status.output.has("wait"))
            }
        }
    }
}

/// In bytes; 0 if there is none.
private func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
}

/// Whether this account may have a file system for itself, which ends with its processes.
private let canMountFileSystems = {
    let child = "unshare -m mount -t tmpfs none /tmp >/dev/null 2>&1"
    return Glibc.system(child) == 0
}()
