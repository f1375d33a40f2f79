import Glibc
import Posix
import Testing

@testable import geofencectl

extension SystemTests {
    /// QR codes, read as a phone reads them from what is on the screen.
    struct QRCodeTests {
        @Test(arguments: [nil, 60, 200])
        func `the code of a link is the link, on a terminal and on paper`(
            columns: Int?
        ) async throws {
            let gateway = try await Gateway()
            try await gateway.run { _ in
                let shown = try await output(
                    "geofencectl people add Anna --gateway-socket \(gateway.socket)", columns)
                let link = try #require(shown.first { $0.has("/join#") })
                let code = Array(shown.drop { !$0.has("▄") && !$0.has("    ") })
                #expect(
                    code.allSatisfy { $0.hasPrefix("\u{1B}[38;5;16;48;5;231m") == (columns != nil) }
                )
                #expect(try await read(code, gateway.workshop) == "QR-Code:\(link)\n")
            }
        }

        @Test func `a phone's code fits on a terminal of 80 columns, and is its link`() async throws
        {
            let gateway = try await Gateway()
            try gateway.workshop.configure()
            try gateway.configure(
                "public_url = \"https://geofenced.home.example\"\nplain_http = true")
            try await withDaemon(gateway.workshop) { (_) async throws in
                try await gateway.run { _ in
                    _ = try await shell(
                        "geofencectl people add Anna --gateway-socket \(gateway.socket)")
                    let add = "geofencectl phones add phone --id annas-old-phone"
                    let shown = try await output(
                        "\(add) --gateway-socket \(gateway.socket)", 80)
                    let link = try #require(shown.first { $0.has("owntracks:///") })
                    let code = Array(shown.drop { !$0.has("▄") && !$0.has("    \u{1B}") })
                    #expect(code.count > 30, "\(shown)")
                    #expect(code.allSatisfy { $0.filter { "█▀▄ ".contains($0) }.count <= 80 })
                    #expect(try await read(code, gateway.workshop) == "QR-Code:\(link)\n")
                }
            }
        }

        @Test func `a terminal that is too narrow gets the link alone`() async throws {
            let gateway = try await Gateway()
            try await gateway.run { _ in
                let shown = try await output(
                    "geofencectl people add Anna --gateway-socket \(gateway.socket)", 40)
                #expect(shown.last?.hasPrefix("its QR code needs a terminal of ") == true)
                #expect(shown.contains { $0.has("/join#") })
                #expect(!shown.contains { $0.has("▄") })
            }
        }

        /// Lines, on a terminal of so many columns or in a pipe.
        private func output(_ command: String, _ columns: Int?) async throws -> [String] {
            guard let columns else { return try await shell(command).lines }
            let finished = try await shell(
                "script -qec 'stty cols \(columns); \(command)' /dev/null </dev/null")
            return finished.output.split(separator: "\r\n").map { String($0) }
        }

        /// What a reader finds in a picture of the lines: each character is two squares.
        private func read(_ lines: [String], _ workshop: Workshop) async throws -> String {
            let rows = lines.flatMap { line in
                let modules = line.filter { "█▀▄ ".contains($0) }
                return ["█▀", "█▄"].map { dark in modules.map { dark.contains($0) } }
            }
            let scale = 4
            let pixels = rows.flatMap { row in
                Array(repeating: row.flatMap { Array(repeating: $0, count: scale) }, count: scale)
            }
            let picture = pixels.map { row in row.map { $0 ? "0" : "1" }.joined(separator: " ") }
            let file = try workshop.write(
                "code.pgm",
                "P2\n\(pixels[0].count) \(pixels.count)\n1\n\(picture.joined(separator: "\n"))\n")
            return try await shell("zbarimg --quiet \(file)").output
        }
    }
}

@Suite struct QRDrawingTests {
    @Test func `two rows of modules are a row of characters, with a margin of four`() throws {
        let drawing = try #require(QRDrawing(["110", "010", "001"]))
        let blank = String(repeating: " ", count: 11)
        #expect(drawing.width == 11)
        #expect(
            drawing.lines(forTerminal: false) == [
                blank, blank, "    ▀█     ", "      ▀    ", blank, blank,
            ])
        #expect(
            drawing.lines(forTerminal: true)[2]
                == "\u{1B}[38;5;16;48;5;231m    ▀█     \u{1B}[0m")
    }

    @Test(arguments: [[], ["11"], ["1", "0"], ["1x", "10"], ["é0", "10"], ["\u{1B}"]])
    func `what is no square of modules is not drawn`(rows: [String]) {
        #expect(QRDrawing(rows) == nil)
    }
}
