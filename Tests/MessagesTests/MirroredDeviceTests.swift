import APIClient
import FoundationEssentials
import Geofencing
import Testing

@testable import Messages

struct MirroredDeviceTests {
    /// `fix`: in JSON, `north` metres of a place.
    private func device(
        _ north: Double, _ fix: String, inside: String = "", name: String = "Anna's"
    ) throws -> MirroredDevice {
        let json = """
            {"id":"anna-phone","name":"\(name)","own":false,"inside":[\(inside)],
            "fix":{"time":"2026-05-01T12:00:00Z","lat":\(52.37 + north / 111_260),"lon":4.89\(fix)}}
            """
        return try #require(
            MirroredDevice(JSONDecoder().decode(AnyJSON.self, from: Data(json.utf8))))
    }

    @Test func `a look-up is read as the daemon says it`() throws {
        let json = """
            {"device":"car","center":[52.37310000,4.89260000],"reach":3000,"time":"2026-05-01T12:00:00.000Z"}
            """
        let lookUp = DeviceMirror.LookUp(try AnyJSON(Array(json.utf8)))
        #expect(
            lookUp
                == .init(
                    device: "car", center: Coordinate(latitude: 52.3731, longitude: 4.8926),
                    reach: 3000))
        #expect(DeviceMirror.LookUp(.object(["device": .string("car")])) == nil)
    }

    @Test(
        arguments: [
            (0, #","accuracy":4"#, true), (9, #","accuracy":4"#, true),
            (11, #","accuracy":4"#, false), (-11, #","accuracy":4"#, false),
            (11, #","accuracy":30"#, true), (31, #","accuracy":30"#, false),
            (9, "", false), (0, #","accuracy":2"#, true), (0, #","accuracy":1.9"#, false),
            (0, #","accuracy":4,"speed":0.9"#, false),
        ] as [(Double, String, Bool)])
    func `a device stays within its accuracy, or 10 m`(
        north: Double, fix: String, stays: Bool
    ) throws {
        let before = try device(0, #","accuracy":4"#)
        #expect(try device(north, fix).stays(since: before) == stays)
    }

    @Test(
        arguments: [
            (#","speed":0.1"#, #","speed":0.9"#, true), (#","speed":0.1"#, #","speed":1"#, false),
            (#","speed":8"#, #","speed":3"#, true), (#","speed":8"#, #","speed":0"#, false),
        ])
    func `whether it stands is news`(before: String, after: String, stays: Bool) throws {
        #expect(try device(1, after).stays(since: device(0, before)) == stays)
    }

    @Test func `what it is in, and what it is called, is news`() throws {
        let before = try device(0, "", inside: #""deal/1""#)
        #expect(try device(0, "", inside: #""deal/1""#).stays(since: before))
        #expect(try !device(0, "").stays(since: before))
        #expect(try !device(0, "", inside: #""deal/1""#, name: "Ben's").stays(since: before))
    }
}
