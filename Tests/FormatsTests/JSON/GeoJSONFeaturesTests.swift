import Glibc
import Posix
import TestSupport
import Testing

@testable import Formats

@Suite struct GeoJSONFeaturesTests {
    /// The ids and lines of all features, as in `a:1 b:2`.
    private func read(_ path: String) throws -> String {
        var features = try GeoJSONFeatures(path: path)
        var found: [String] = []
        while let feature = try features.next() {
            found.append("\(feature.json["id"]?.string ?? "?"):\(feature.line)")
        }
        return found.joined(separator: " ")
    }

    private func read(text: some Sequence<UInt8>) throws -> String {
        let file = TemporaryFile(text)
        return try read(file.path)
    }

    private static let a = #"{"type":"Feature","id":"a"}"#
    private static let b = #"{"id":"b","properties":{"x":"]}\"{["},"type":"Feature"}"#
    private static let one = #"{"type":"FeatureCollection","features":["#

    private static let layouts: [(layout: String, text: String, found: String)] = [
        ("a collection on one line", one + a + "," + b + "]}", "a:1 b:1"),
        ("one a line", "\(one)\n\(a),\n\(b)\n]}\n", "a:2 b:3"),
        ("with CRLF", "\(one)\r\n\(a),\r\n\(b)\r\n]}\r\n", "a:2 b:3"),
        ("with a byte order mark", "\u{FEFF}\(one)\n\(a)]}", "a:2"),
        (
            "type after the features", "{\"features\":[\(a)],\n\"type\":\"FeatureCollection\"}",
            "a:1"
        ),
        (
            "foreign members before and after",
            #"{"name":"x","o":{"features":[1]},"n":12,"type":"FeatureCollection","features":["#
                + a + #"],"bbox":[1,2,3,4],"z":null}"#, "a:1"
        ),
        (
            "pretty-printed",
            """
            {
              "type": "FeatureCollection",
              "features": [
                {
                  "type": "Feature",
                  "id": "a"
                }
                ,
                {
                  "id": "b",
                  "type": "Feature"
                }
              ]
            }
            """, "a:4 b:9"
        ),
        ("an empty collection", one + "]}", ""),
        ("an empty collection over lines", one + "\n\n]\n}\n", ""),
        ("a single feature", "\n\(a)\n", "a:2"),
        ("a feature a line", "\(a)\n\(b)\n", "a:1 b:2"),
        ("a feature a line, the last unended", "\(a)\n\n\(b)", "a:1 b:3"),
        ("record separators", "\u{1E}\(a)\n\u{1E}\(b)\n", "a:1 b:2"),
        ("two collections", "\(one)\(a)]}\n\(one)\(b)]}\n", "a:1 b:2"),
        ("crs WGS 84", crs("urn:ogc:def:crs:OGC:1.3:CRS84") + a + "]}", "a:1"),
        ("crs EPSG 4326", crs("urn:ogc:def:crs:EPSG::4326") + a + "]}", "a:1"),
        ("crs as a URL", crs("http://www.opengis.net/def/crs/EPSG/0/4326") + a + "]}", "a:1"),
        ("crs null", #"{"crs":null,"type":"FeatureCollection","features":["# + a + "]}", "a:1"),
    ]

    @Test(arguments: layouts)
    func `features are found, with their lines, in`(layout: String, text: String, found: String)
        throws
    {
        #expect(try read(text: text.utf8) == found)
    }

    private static func crs(_ name: String) -> String {
        #"{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"\#(name)"}},"features":["#
    }

    private static let faults: [(text: String, message: String)] = [
        ("", "FILE: is empty"),
        (" \n\n", "FILE: is empty"),
        ("\u{FEFF}", "FILE: is empty"),
        ("hello", "FILE:1: is not GeoJSON: a Feature or FeatureCollection must start here"),
        ("\n<gpx/>", "FILE:2: is not GeoJSON: a Feature or FeatureCollection must start here"),
        ("[\(a)]", "FILE:1: is not GeoJSON: a Feature or FeatureCollection must start here"),
        ("\0", "FILE:1: is not GeoJSON: a Feature or FeatureCollection must start here"),
        (one + "null]}", "FILE:1: is not GeoJSON: a Feature or FeatureCollection must start here"),
        (one + a + ",]}", "FILE:1: is not GeoJSON: a Feature or FeatureCollection must start here"),
        (
            one + a + "]}\n,",
            "FILE:2: is not GeoJSON: a Feature or FeatureCollection must start here"
        ),
        ("{}", "FILE:1: there is no type: it must be Feature or FeatureCollection"),
        (#"{"features":[]}"#, "FILE:1: there is no type: it must be FeatureCollection"),
        (
            #"{"type":"Topology"}"#,
            "FILE:1: the type is 'Topology': it must be Feature or FeatureCollection"
        ),
        (#"{"type":1}"#, "FILE:1: the type is 1: it must be Feature or FeatureCollection"),
        (
            #"{"type":"Feature","features":[]}"#,
            "FILE:1: the type is 'Feature': it must be FeatureCollection"
        ),
        ("\(one)\n{\"id\":1}]}", "FILE:2: there is no type: it must be Feature"),
        (
            #"{"type":"FeatureCollection"}"#,
            "FILE:1: the FeatureCollection has no features: give it an array of them"
        ),
        (
            #"{"type":"FeatureCollection","features":{}}"#,
            "FILE:1: the FeatureCollection has no features: give it an array of them"
        ),
        (
            one + #"],"features":[]}"#,
            "FILE:1: the FeatureCollection has features twice: put all into one array"
        ),
        (one + "\n" + a + "\n" + b, "FILE:3: is not JSON: ',' must come here"),
        (one + a, "FILE:1: what starts here does not end: is the file complete?"),
        (one + "\n" + a + ",\n{", "FILE:3: what starts here does not end: is the file complete?"),
        (one + "\n" + a + ",\n", "FILE:1: what starts here does not end: is the file complete?"),
        (one + a + "]", "FILE:1: what starts here does not end: is the file complete?"),
        (
            one + "\n" + a + ",\n{\"a\":01}]}",
            "FILE:3: is not JSON: a number is badly written or too large"
        ),
        (
            "{\"type\":\n\"Feat\n\"}", "FILE:2: is not JSON: a string does not end on its line"
        ),
        (
            #"{"type":"Feature","x":NaN}"#,
            "FILE:1: is not JSON: a comma, colon, bracket or value is missing or misplaced"
        ),
        (#"{"type" "Feature"}"#, "FILE:1: is not JSON: ':' must come here"),
        (#"{type:"Feature"}"#, "FILE:1: is not JSON: '\"' must come here"),
        (
            crs("urn:ogc:def:crs:EPSG::3857") + a + "]}",
            "FILE:1: the crs is 'urn:ogc:def:crs:EPSG::3857', not WGS 84: "
                + "convert it, as with ogr2ogr -t_srs EPSG:4326"
        ),
        (
            #"{"type":"Feature","geometry":{"type":"Point","crs":{"properties":{"name":"EPSG:28992"}}}}"#,
            "FILE:1: the crs is 'EPSG:28992', not WGS 84: "
                + "convert it, as with ogr2ogr -t_srs EPSG:4326"
        ),
        (
            one + a + #"],"crs":{"type":"link"}}"#,
            "FILE:1: the crs is an object, not WGS 84: "
                + "convert it, as with ogr2ogr -t_srs EPSG:4326"
        ),
    ]

    @Test(arguments: faults)
    func `what is wrong is said with its line`(text: String, message: String) {
        #expect(complaint(about: text.utf8) { _ = try read($0) } == message)
    }

    @Test func `a foreign crs is named before its coordinates are looked at`() {
        let text = Self.crs("EPSG:3857") + "nonsense"
        let message = complaint(about: text.utf8) { _ = try read($0) }
        #expect(message?.hasPrefix("FILE:1: the crs is 'EPSG:3857', not WGS 84") == true)
    }

    @Test func `a file cut off at any byte is an error, not less`() throws {
        let text = Array("\(Self.one)\n\(Self.a),\r\n\(Self.b)],\"x\":[{}, 1, \"é\"]}".utf8)
        #expect(try read(text: text) == "a:2 b:3")
        for length in 0..<text.count {
            #expect(complaint(about: text[..<length]) { _ = try read($0) } != nil, "\(length)")
        }
    }

    @Test func `a file with any byte changed is read or refused with the line`() {
        let text = Array("\(Self.one)\n\(Self.a),\r\n\(Self.b)]}".utf8)
        for index in text.indices {
            for byte: UInt8 in [0, .newline, .quote, .leftBrace, .rightBracket, .comma, 0xFF] {
                var text = text
                text[index] = byte
                let message = complaint(about: text) { _ = try read($0) }
                #expect(message?.hasPrefix("FILE:") ?? true, "byte \(index) is \(byte)")
            }
        }
    }

    @Test func `features larger than what is read at once are whole`() throws {
        let long = String(repeating: #"\"{["#, count: 300_000)
        var text = Self.one
        for index in 0..<3 {
            text += #"\#n{"type":"Feature","properties":{"x":"\#(long)"},"id":"\#(index)"},"#
        }
        text += "\(Self.a)]}"
        #expect(try read(text: text.utf8) == "0:2 1:3 2:4 a:4")
    }

    @Test func `a string that never ends stops at the limit, where it started`() {
        let endless = String(repeating: "x", count: GeoJSONFeatures.largestFeature)
        let limit = "is larger than 16 MiB: is a bracket missing?"
        #expect(
            complaint(about: "\(Self.one)\n{\"a\":\"\(endless)".utf8) { _ = try read($0) }
                == "FILE:2: what starts here \(limit)")
        #expect(
            complaint(about: "{\n\"\(endless)".utf8) { _ = try read($0) }
                == "FILE:2: what starts here \(limit)")
    }

    @Test(arguments: ["[", #"{"a":"#])
    func `a million levels are an error`(level: String) {
        let open = String(repeating: level, count: 1_000_000)
        let close = String(repeating: level == "[" ? "]" : "}", count: 1_000_000)
        let text = Self.one + #"{"type":"Feature","a":\#(open)1\#(close)}]}"#
        #expect(
            complaint(about: text.utf8) { _ = try read($0) }
                == "FILE:1: is not JSON: it is nested more than 1024 deep")
    }

    @Test func `bytes that are not UTF-8 are an error`() {
        let text = Array(#"{"type":"Feature","id":""#.utf8) + [0xE9] + Array(#""}"#.utf8)
        #expect(
            complaint(about: text) { _ = try read($0) } == "FILE:1: is not JSON: it is not UTF-8")
    }

    @Test(arguments: [
        ("/tmp", "/tmp: is a directory: name a file in it"),
        ("/dev/zero", "/dev/zero: is a device: use a file or a pipe"),
        ("/no/such/file", "/no/such/file: cannot be opened: no such file or directory"),
    ])
    func `what is no file is said in one line`(path: String, message: String) {
        #expect { try read(path) } throws: { "\($0)" == message }
    }

    @Test func `a link loop is said in one line`() throws {
        let folder = TemporaryFolder()
        let path = try folder.link("loop", to: "loop")
        #expect { try read(path) } throws: {
            "\($0)" == "\(path): cannot be opened: too many levels of symbolic links"
        }
    }

    @Test func `a socket is said in one line`() throws {
        let folder = TemporaryFolder()
        let path = try folder.socket("socket")
        #expect { try read(path) } throws: {
            "\($0)" == "\(path): is a socket: use a file or a pipe"
        }
    }
}
