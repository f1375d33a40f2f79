import Community
import Phones
import Testing

@Suite struct OverlandTests {
    private static func feature(_ properties: String, at: String = "[1.52,42.5]") -> String {
        """
        {"type":"Feature","geometry":{"type":"Point","coordinates":\(at)},\
        "properties":{\(properties)}}
        """
    }

    /// What the app sends (github.com/aaronpk/Overland-iOS, README and GLManager.m).
    static let bodies: [(String, String)] = [
        (
            feature(
                """
                "timestamp":"2026-05-01T12:00:11Z","horizontal_accuracy":12,"vertical_accuracy":4,\
                "altitude":1010,"speed":9,"course":120,"speed_accuracy":1,"course_accuracy":5,\
                "motion":["driving"],"battery_state":"unplugged","battery_level":0.77,"wifi":"",\
                "device_id":"ann","unique_id":"x"
                """), "12:00:11 42.5,1.52 ±12.0 9.0 m/s 120.0° 1010.0 m"
        ),
        (
            feature(#""timestamp":"2026-05-01T12:00:11.250Z","horizontal_accuracy":5"#),
            "12:00:11 42.5,1.52 ±5.0"
        ),
        (
            feature(#""timestamp":"2026-05-01T14:00:11+02:00","horizontal_accuracy":5"#),
            "12:00:11 42.5,1.52 ±5.0"
        ),
        (
            feature(#""timestamp":"2026-05-01T12:00:11-0700","horizontal_accuracy":5"#),
            "19:00:11 42.5,1.52 ±5.0"
        ),
        // What the app does not know is negative.
        (
            feature(
                #""timestamp":"2026-05-01T12:00:11Z","horizontal_accuracy":-1,"speed":-1,"course":-1"#
            ),
            "12:00:11 42.5,1.52"
        ),
        // Coordinates may have an altitude.
        (
            feature(#""timestamp":"2026-05-01T12:00:11Z""#, at: "[1.52,42.5,1010]"),
            "12:00:11 42.5,1.52"
        ),
        // A visit is a position, and not every feature is one.
        (
            feature(
                #""timestamp":"2026-05-01T12:00:11Z","action":"visit","arrival_date":"2026-05-01T11:00:00Z","departure_date":null,"horizontal_accuracy":20"#
            ),
            "12:00:11 42.5,1.52 ±20.0"
        ),
        (
            feature(
                #""timestamp":"2026-05-01T12:00:11Z","action":"paused_location_updates","horizontal_accuracy":20"#
            ),
            "1 no_position"
        ),
        (feature(#""horizontal_accuracy":5"#), "1 wrong_position"),
        (feature(#""timestamp":"yesterday""#), "1 wrong_position"),
        (feature(#""timestamp":"2026-05-01T12:00:11Z""#, at: "[]"), "1 wrong_position"),
        (feature(#""timestamp":"2026-05-01T12:00:11Z""#, at: "[1.5]"), "1 wrong_position"),
        (feature(#""timestamp":"2026-05-01T12:00:11Z""#, at: "[1.5,91]"), "1 wrong_position"),
        (feature(#""timestamp":"2026-05-01T12:00:11Z""#, at: #"["1.5",42]"#), "1 wrong_position"),
        ("7", "1 no_position"),
        (#"{"type":"Feature"}"#, "1 no_position"),
    ]

    @Test(arguments: bodies.indices)
    func `a feature says a position, or why it says none`(row: Int) {
        let (feature, expected) = Self.bodies[row]
        let body = #"{"locations":[\#(feature)],"current":{},"trip":{"start":"x"}}"#
        #expect(Overland.message(of: request(body)).outline == expected, "\(feature)")
    }

    @Test func `of a batch, each feature is taken or not by itself`() {
        let features = Self.bodies.prefix(8).map(\.0) + [Self.feature("")]
        let message = Overland.message(
            of: request(#"{"locations":[\#(features.joined(separator: ","))]}"#))
        #expect(message.positions.count == 7)
        #expect(message.ignored == [.noPosition: 1, .wrongPosition: 1])
    }

    @Test(arguments: [
        ("", "1 not_json"), ("x", "1 not_json"), (#"{"locations":["#, "1 not_json"),
        ("{}", "1 no_position"), ("[]", "1 no_position"), ("7", "1 no_position"),
        (#"{"locations":{}}"#, "1 no_position"), (#"{"locations":[]}"#, "1 no_position"),
    ])
    func `a body without a batch says why`(body: String, expected: String) {
        #expect(Overland.message(of: request(body)).outline == expected)
    }

    @Test func `it signs in with a token, in the head or in the query`() {
        let token = Secret()
        #expect(
            Overland.credentials(of: request(authorization: "Bearer \(token.text)"))?.token
                == token)
        #expect(Overland.credentials(of: request(query: [("token", token.text)]))?.token == token)
        #expect(Overland.credentials(of: request(query: [("token", "x")])) == nil)
        #expect(Overland.credentials(of: request()) == nil)
    }

    @Test func `its answer is what makes it forget the batch`() {
        #expect(Overland.answer(["{}"]).text == #"{"result":"ok"}"#)
    }
}
