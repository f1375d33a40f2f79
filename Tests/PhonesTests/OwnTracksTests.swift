import Community
import FoundationEssentials
import Phones
import Testing

@Suite struct OwnTracksTests {
    /// What the apps send (owntracks.org/booklet/tech/json, and their sources).
    static let payloads: [(String, String)] = [
        (  // Android, with all that it knows
            #"{"_type":"location","topic":"owntracks/ann/phone","tid":"AN","lat":42.5078,"lon":1.5211,"tst":1777636811,"created_at":1777636900,"acc":12,"vel":36,"cog":120,"alt":1010,"vac":4,"batt":77,"bs":1,"conn":"m","t":"p","m":1,"inregions":["Home"],"_id":"a1b2c3d4"}"#,
            "12:00:11 42.5078,1.5211 ±12.0 10.0 m/s 120.0° 1010.0 m"
        ),
        (  // Android, by Wi-Fi: zero is what it does not know, but an altitude
            #"{"_type":"location","lat":42,"lon":1.5,"tst":1777636811,"acc":0,"vel":0,"cog":0,"alt":0,"tid":"AN"}"#,
            "12:00:11 42.0,1.5 0.0 m"
        ),
        (#"{"_type":"location","lat":42,"lon":1.5,"tst":1777636811,"vel":0}"#, "12:00:11 42.0,1.5"),
        (  // iOS, at rest
            #"{"_type":"location","lat":42,"lon":1.5,"tst":1777636811,"vel":0,"cog":-1}"#,
            "12:00:11 42.0,1.5 0.0 m/s"
        ),
        (  // on its way to the north
            #"{"_type":"location","lat":42,"lon":1.5,"tst":1777636811,"vel":36,"cog":0}"#,
            "12:00:11 42.0,1.5 10.0 m/s 0.0°"
        ),
        (  // at rest: a sign of life, with the position of long ago
            #"{"_type":"location","lat":42,"lon":1.5,"tst":1777635911,"created_at":1777636811,"t":"p"}"#,
            "1 no_position"
        ),
        (#"{"_type":"location","lat":42,"lon":1.5,"tst":1777635911,"t":"p"}"#, "1 no_position"),
        (
            #"{"_type":"location","lat":42,"lon":1.5,"tst":1777636751,"t":"p"}"#,
            "11:59:11 42.0,1.5"
        ),
        (  // from where there was no network
            #"{"_type":"location","lat":42,"lon":1.5,"tst":1777635911,"created_at":1777635921,"t":"p"}"#,
            "11:45:11 42.0,1.5"
        ),
        (  // iOS, which does not know them
            #"{"_type":"location","lat":42.5,"lon":1.5,"tst":1777636811,"acc":65,"vel":-1,"cog":-1}"#,
            "12:00:11 42.5,1.5 ±65.0"
        ),
        (  // zero-valued coordinates: on the equator, and at the first meridian
            #"{"_type":"location","lat":0,"lon":9.5,"tst":1777636811,"acc":5,"cog":360}"#,
            "12:00:11 0.0,9.5 ±5.0 0.0°"
        ),
        (  // where the phone has noticed that it entered a fence of its own
            #"{"_type":"transition","event":"enter","desc":"Shop","wtst":1777630000,"tst":1777636811,"lat":42.5,"lon":1.5,"acc":20,"tid":"AN","t":"c"}"#,
            "12:00:11 42.5,1.5 ±20.0"
        ),
        (#"{"_type":"lwt","tst":1777636811}"#, "1 no_position"),
        (
            #"{"_type":"waypoint","desc":"Shop","lat":42.5,"lon":1.5,"rad":100,"tst":1777630000}"#,
            "1 no_position"
        ),
        (
            #"{"_type":"waypoints","waypoints":[{"_type":"waypoint","lat":1,"lon":1}]}"#,
            "1 no_position"
        ),
        (#"{"_type":"status","iOS":{"version":"26"}}"#, "1 no_position"),
        (#"{"_type":"card","name":"Jane","face":"iVBOR"}"#, "1 no_position"),
        (#"{"_type":"steps","tst":1777636811,"steps":-1}"#, "1 no_position"),
        (#"{"_type":"request","request":"tour"}"#, "1 no_position"),
        (#"{"_type":"configuration","mode":3}"#, "1 no_position"),
        (#"{"_type":"of-next-year","lat":42.5,"lon":1.5,"tst":1777636811}"#, "1 no_position"),
        ("", "1 no_position"),
        ("{}", "1 no_position"),
        (#"{"_type":7}"#, "1 no_position"),
        (#"{"_type":"encrypted","data":"c2VjcmV0"}"#, "1 encrypted"),
        // Several at once, as proxies make them.
        (
            #"[{"_type":"location","lat":42.5,"lon":1.5,"tst":1777636812,"acc":9},{"_type":"lwt"},{"_type":"location","lat":42.5,"lon":1.5,"tst":1777636811,"acc":9}]"#,
            "12:00:12 42.5,1.5 ±9.0, 12:00:11 42.5,1.5 ±9.0, 1 no_position"
        ),
        ("[]", "1 no_position"),
        (#"[1, null, "x", [2]]"#, "4 no_position"),
        // Impossible ones.
        (#"{"_type":"location"}"#, "1 wrong_position"),
        (#"{"_type":"location","lat":42.5,"lon":1.5}"#, "1 wrong_position"),
        (#"{"_type":"location","lat":42.5,"tst":1777636811}"#, "1 wrong_position"),
        (#"{"_type":"location","lat":90.1,"lon":1.5,"tst":1777636811}"#, "1 wrong_position"),
        (#"{"_type":"location","lat":42.5,"lon":-180.1,"tst":1777636811}"#, "1 wrong_position"),
        (#"{"_type":"location","lat":"42.5","lon":1.5,"tst":1777636811}"#, "1 wrong_position"),
        (#"{"_type":"location","lat":42.5,"lon":1.5,"tst":0}"#, "1 wrong_position"),
        (#"{"_type":"location","lat":42.5,"lon":1.5,"tst":-5}"#, "1 wrong_position"),
        (#"{"_type":"location","lat":42.5,"lon":1.5,"tst":1e300}"#, "1 wrong_position"),
        (#"{"_type":"location","lat":42.5,"lon":1.5,"tst":99999999999999}"#, "1 wrong_position"),
        (#"{"_type":"location","lat":1e999,"lon":1.5,"tst":1777636811}"#, "1 wrong_position"),
        (#"{"_type":"location","lat":null,"lon":1.5,"tst":1777636811}"#, "1 wrong_position"),
        // No JSON.
        ("hello", "1 not_json"),
        (#"{"_type":"location""#, "1 not_json"),
        ("\u{0}", "1 not_json"),
        (String(repeating: "[", count: 100_000), "1 not_json"),
        (String(repeating: "{\"a\":", count: 100_000), "1 not_json"),
        ("NaN", "1 not_json"),
        ("7", "1 no_position"),
    ]

    @Test(arguments: payloads.indices)
    func `a payload says a position, or why it says none`(row: Int) {
        let (payload, expected) = Self.payloads[row]
        #expect(OwnTracks.message(of: request(payload)).outline == expected, "\(payload)")
    }

    @Test func `bytes that are no text say no position`() {
        #expect(OwnTracks.message(of: [0xFF, 0xFE, 0x00], at: .test).outline == "1 not_json")
        let cut = [UInt8](repeating: 0xC3, count: 1000)
        #expect(OwnTracks.message(of: cut, at: .test).positions.isEmpty)
    }

    @Test func `it signs in with the id of its device, and the token`() {
        let token = Secret()
        func basic(_ text: String) -> PhoneCredentials? {
            OwnTracks.credentials(
                of: request(authorization: "Basic " + Data(text.utf8).base64EncodedString()))
        }
        #expect(basic("annas-phone:\(token.text)")?.device == "annas-phone")
        #expect(basic("annas-phone:\(token.text)")?.token == token)
        for wrong in ["", ":", "annas-phone", "annas-phone:", "annas-phone:\(token.text)x"] {
            #expect(basic(wrong) == nil)
        }
        for wrong in ["", "Basic", "Basic ", "Basic !", "Bearer \(token.text)", token.text] {
            #expect(OwnTracks.credentials(of: request(authorization: wrong)) == nil)
        }
        #expect(OwnTracks.credentials(of: request()) == nil)
    }

    @Test func `its answer is an array of what it is told`() {
        #expect(OwnTracks.answer([]).text == "[]")
        #expect(OwnTracks.answer(["{}", "{}"]).text == "[{},{}]")
    }
}
