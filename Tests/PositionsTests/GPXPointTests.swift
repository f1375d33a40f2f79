import Geofencing
import Testing

/// What a single track point becomes.
struct GPXPointTests {
    private func fix(_ inside: String) async throws -> Fix {
        let point = "<trkpt lat=\"52.5\" lon=\"4.5\">\(inside)</trkpt>"
        let reading = try await GPXReading(points: point)
        #expect(reading.error == nil)
        return try #require(reading.fixes.first)
    }

    @Test func `all that GPX 1.0 says of a point is in the fix`() async throws {
        let fix = try await fix(
            """
            <ele>12.25</ele><time>2026-05-01T12:00:11.4Z</time><course>87.5</course>
            <speed>1.4</speed><hdop>0.9</hdop>
            """)
        #expect(fix.time.description == "2026-05-01T12:00:11.400Z")
        #expect(fix.coordinate == Coordinate(latitude: 52.5, longitude: 4.5))
        #expect(fix.altitude == 12.25)
        #expect(fix.track == 87.5)
        #expect(fix.speed == 1.4)
        #expect(fix.hdop == 0.9)
        #expect(fix.accuracy == nil)
        #expect(!fix.isUndated)
    }

    @Test(arguments: [
        "<accuracy_horizontal>4.5</accuracy_horizontal>",
        "<ot:accuracy_horizontal xmlns:ot='o'>4.5</ot:accuracy_horizontal>",
        "<accuracy>4.5</accuracy>", "<hAcc>4.5</hAcc>", "<HACC> 4.5\n</HACC>",
        "<a:b xmlns:a='o'><a:hacc>4.5</a:hacc></a:b>",
    ])
    func `metres of accuracy come from extensions`(_ extensions: String) async throws {
        #expect(try await fix("<extensions>\(extensions)</extensions>").accuracy == 4.5)
    }

    @Test func `speed and course come from extensions`() async throws {
        let fix = try await fix(
            """
            <extensions><g:TrackPointExtension xmlns:g="g"><g:hr>171</g:hr><g:speed>2.5</g:speed>
            <g:course>360</g:course></g:TrackPointExtension></extensions>
            """)
        #expect(fix.speed == 2.5)
        #expect(fix.track == 0)
    }

    @Test(arguments: [
        ("", Fix.Mode.twoDimensional), ("<ele>1</ele>", .threeDimensional),
        ("<ele>1</ele><fix>2d</fix>", .twoDimensional), ("<fix>3d</fix>", .threeDimensional),
        ("<fix>dgps</fix>", .twoDimensional), ("<ele>1</ele><fix>pps</fix>", .threeDimensional),
        ("<ele>1</ele><fix>?</fix>", .threeDimensional), ("<ele>high</ele>", .twoDimensional),
    ])
    func `the mode is what fix says, or else whether there is a height`(
        _ inside: String, _ mode: Fix.Mode
    ) async throws {
        #expect(try await fix(inside).mode == mode)
    }

    @Test func `a point without a fix says so`() async throws {
        #expect(try await fix("<fix>none</fix>").mode == .noFix)
        #expect(try await fix("<ele>1</ele><fix> NONE </fix>").mode == .noFix)
    }

    @Test(arguments: [
        "abc", "", "-1", "0", "0,9", "NaN", "0x1", "0.9 m", "<b>0.9</b>",
        String(repeating: "1", count: 300),
    ])
    func `an hdop that is none is absent`(_ text: String) async throws {
        #expect(try await fix("<hdop>\(text)</hdop>").hdop == nil)
    }

    @Test(arguments: [
        "0<!-- -->.9", "<![CDATA[0.9]]>", "<?a b?>0.9", "0&#46;9", "\n\t 0.9 \n", "0.9<b>1</b>",
    ])
    func `a value may be written in pieces`(_ text: String) async throws {
        #expect(try await fix("<hdop>\(text)</hdop>").hdop == 0.9)
    }

    @Test func `only what stands right in the point is its time`() async throws {
        let fix = try await fix(
            """
            <link><time>2001-01-01T00:00:00Z</time></link>
            <extensions><time>2002-01-01T00:00:00Z</time><ele>5</ele></extensions>
            """)
        #expect(fix.isUndated)
        #expect(fix.altitude == nil)
    }
}
