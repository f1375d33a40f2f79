import Community
import Phones
import Testing

@Suite struct OsmAndTests {
    /// Queries as the apps make them (traccar.org/osmand, and their sources).
    static let queries: [(String, String)] = [
        (  // Traccar Client 10: the speed is in knots
            "id=ann&lat=42.5&lon=1.5&timestamp=1777636811&accuracy=12&altitude=1010&speed=19.44&bearing=120&batt=77&charge=false",
            "12:00:11 42.5,1.5 ±12.0 10.0 m/s 120.0° 1010.0 m"
        ),
        (
            "deviceid=ann&location=42.5,1.5&timestamp=1777636811000&accuracy=5",
            "12:00:11 42.5,1.5 ±5.0"
        ),
        ("lat=42.5&lon=1.5&timestamp=2026-05-01T12:00:11Z&heading=7", "12:00:11 42.5,1.5 7.0°"),
        ("lat=42.5&lon=1.5&timestamp=2026-05-01T14%3A00%3A11%2B02%3A00", "12:00:11 42.5,1.5"),
        ("lat=42.5&lon=1.5&timestamp=2026-05-01+12:00:11", "12:00:11 42.5,1.5"),
        ("lat=42.5&lon=1.5&timestamp=2026-05-01%2012:00:11", "12:00:11 42.5,1.5"),
        // A script that does not escape its `+`.
        ("lat=42.5&lon=1.5&timestamp=2026-05-01T14:00:11+02:00", "12:00:11 42.5,1.5"),
        ("lat=42.5&lon=1.5&timestamp=2026-05-01+14:00:11+02:00", "12:00:11 42.5,1.5"),
        ("lat=42.5&lon=1.5&timestamp=2026-05-01T10:00:11-02:00", "12:00:11 42.5,1.5"),
        // OsmAnd: its accuracy is called hdop, its time is in milliseconds.
        ("lat=42.5&lon=1.5&timestamp=1777636811000&hdop=12.5", "12:00:11 42.5,1.5 ±12.5"),
        // GPSLogger: a missing value is empty.
        (
            "lat=42.5&lon=1.5&timestamp=1777636811&hdop=&accuracy=9.0&speed=",
            "12:00:11 42.5,1.5 ±9.0"
        ),
        // A script, which means now.
        ("lat=42.5&lon=1.5&accuracy=5", "12:00:11 42.5,1.5 ±5.0, 1 no_time"),
        ("lat=42.5&lon=1.5&timestamp=&time=", "12:00:11 42.5,1.5, 1 no_time"),
        // GPSLogger and others, with names of their own.
        (
            "lat=42.5&lon=1.5&time=2026-05-01T12:00:11.000Z&spd=6&acc=7",
            "12:00:11 42.5,1.5 ±7.0 6.0 m/s"
        ),
        ("latitude=42.5&longitude=1.5&tst=1777636811&dir=7&alt=3", "12:00:11 42.5,1.5 7.0° 3.0 m"),
        ("Lat=42.5&Lng=1.5&TimeStamp=1777636811", "12:00:11 42.5,1.5"),
        // In metres per second: OsmAnd, and GPSLogger, also with the id that Traccar wants.
        (
            "lat=42.5&lon=1.5&timestamp=1777636811000&hdop=6.0&altitude=3.0&speed=33.0&bearing=90.0",
            "12:00:11 42.5,1.5 ±6.0 33.0 m/s 90.0° 3.0 m"
        ),
        (
            "lat=42.5&lon=1.5&timestamp=1777636811&speed=6.0&hdop=0.9&accuracy=6.0&batt=80.0",
            "12:00:11 42.5,1.5 ±6.0 6.0 m/s"
        ),
        (
            "id=7&lat=42.5&lon=1.5&timestamp=1777636811&hdop=0.9&speed=6.0",
            "12:00:11 42.5,1.5 ±5.0 6.0 m/s"
        ),
        ("lat=42.5&lon=1.5&timestamp=1777636811&speed=6.0", "12:00:11 42.5,1.5 6.0 m/s"),
        // What the network's positions do not have.
        (
            "id=ann&lat=42.5&lon=1.5&timestamp=1777636811&accuracy=14&speed=0.0&bearing=0.0",
            "12:00:11 42.5,1.5 ±14.0"
        ),
        (
            "id=ann&lat=42.5&lon=1.5&timestamp=1777636811&speed=0&bearing=7",
            "12:00:11 42.5,1.5 0.0 m/s 7.0°"
        ),
        ("lat=0&lon=0&timestamp=1777636811&speed=-1&bearing=-1&accuracy=0", "12:00:11 0.0,0.0"),
        // Traccar Client's sign of life.
        ("id=ann&timestamp=1777636811&batt=77", "1 no_position"),
        ("", "1 no_position"),
        ("lat=42.5&timestamp=1777636811", "1 wrong_position"),
        ("lat=42.5&lon=x&timestamp=1777636811", "1 wrong_position"),
        ("lat=x&lon=y", "1 wrong_position"),
        ("lat=&lon=", "1 no_position"),
        ("lat=nan&lon=1.5", "1 wrong_position"),
        ("lat=42.5&lon=inf", "1 wrong_position"),
        ("location=42.5&timestamp=1777636811", "1 wrong_position"),
        ("lat=42.5&lon=181&timestamp=1777636811", "1 wrong_position"),
        ("lat=42.5&lon=1.5&timestamp=soon", "1 wrong_position"),
        ("lat=42.5&lon=1.5&timestamp=nan", "1 wrong_position"),
        ("lat=42.5&lon=1.5&timestamp=1e300", "1 wrong_position"),
        ("lat=42.5&lon=1.5&timestamp=1777636811&valid=false", "1 wrong_position"),
        ("%ff=%ff&&&==&lat=%", "1 wrong_position"),
    ]

    @Test(arguments: queries.indices)
    func `a query says a position, or why it says none`(row: Int) {
        let (query, expected) = Self.queries[row]
        #expect(OsmAnd.message(of: request(query)).outline == expected, "\(query)")
    }

    @Test(arguments: [
        (  // Traccar Client 9: the speed is in metres per second
            #"{"device_id":"12345678","location":{"timestamp":"2026-05-01T12:00:11.000Z","coords":{"latitude":42.5,"longitude":1.5,"accuracy":12,"speed":9,"heading":120,"altitude":7},"is_moving":true,"odometer":0,"event":"motionchange","battery":{"level":0.7,"is_charging":false},"activity":{"type":"walking"},"mock":false,"extras":{}}}"#,
            "12:00:11 42.5,1.5 ±12.0 9.0 m/s 120.0° 7.0 m"
        ),
        (  // Traccar Client 10 with uploadJson: in knots again
            #"[{"id":7,"lat":42.5,"lon":1.5,"timestamp":1777636811,"accuracy":5,"speed":19.44},{"id":7,"timestamp":1777636811}]"#,
            "12:00:11 42.5,1.5 ±5.0 10.0 m/s, 1 no_position"
        ),
        (
            #" {"location":{"timestamp":"x","coords":{"latitude":42.5,"longitude":1.5}}}"#,
            "1 wrong_position"
        ),
        (  // A script that quotes its numbers
            #"{"lat":"42.5","lon":"1.5","timestamp":"1777636811","accuracy":"5","speed":"19.44"}"#,
            "12:00:11 42.5,1.5 ±5.0 10.0 m/s"
        ),
        (
            #"{"location":{"timestamp":"2026-05-01T12:00:11Z","coords":{"latitude":"42.5","longitude":"1.5"}}}"#,
            "12:00:11 42.5,1.5"
        ),
        (  // What a server of Traccar passes on
            #"{"position":{"fixTime":"2026-05-01T12:00:11.000Z","latitude":42.5,"longitude":1.5,"speed":19.44,"course":7},"device":{"id":3,"name":"Ann"}}"#,
            "12:00:11 42.5,1.5 10.0 m/s 7.0°"
        ),
        (#"{"lat":42.5,"lon":1.5}"#, "12:00:11 42.5,1.5, 1 no_time"),
        (#"{"lat":"north","lon":"east"}"#, "1 wrong_position"),
        (#"{"lat":"nan","lon":{}}"#, "1 wrong_position"),
        (#"{"location":{"coords":{"latitude":[]}}}"#, "1 wrong_position"),
        (#"{"lat":null,"lon":"","timestamp":1777636811}"#, "1 no_position"),
        (#"{"location":{}}"#, "1 no_position"),
        (#"{"location":7}"#, "1 no_position"),
        ("{}", "1 no_position"),
        ("[]", ""),
        ("[7]", "1 no_position"),
        ("{", "1 not_json"),
        (String(repeating: "[", count: 100_000), "1 not_json"),
    ])
    func `a body of JSON says a position, or why it says none`(body: String, expected: String) {
        #expect(OsmAnd.message(of: request(body)).outline == expected)
    }

    @Test func `what stands in the query and in a form is one position`() {
        let message = OsmAnd.message(
            of: request(
                "accuracy=5&timestamp=1777636811", query: [("lat", "42.5"), ("lon", "1.5")]))
        #expect(message.outline == "12:00:11 42.5,1.5 ±5.0")
    }

    @Test func `it signs in with the token in the path`() {
        let token = Secret()
        #expect(OsmAnd.credentials(of: request(token: token.text))?.token == token)
        #expect(OsmAnd.credentials(of: request(token: "x")) == nil)
        #expect(OsmAnd.credentials(of: request()) == nil)
    }
}
