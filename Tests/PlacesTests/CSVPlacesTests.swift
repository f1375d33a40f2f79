import Geofencing
import TestSupport
import Testing

@testable import Places

@Suite struct CSVPlacesTests {
    @Test(
        arguments: [
            "id,name,lat,lon\nx,N,52.5,4.5\n",
            "id,name,lat,lon\r\nx,N,52.5,4.5",
            "\u{FEFF}ID;Name;Latitude;Longitude\r\nx;N;52.5;4.5\r\n\r\n",
            "sep=;\r\nid;name;lat;lon\r\nx;N;52,5;4,5\r\n",
            "sep=,\nid,name,lat,lon\nx,N,52.5,4.5\n",
            "id\tTITLE\ty\tx\nx\tN\t52.5\t4.5\n",
            "\"id\",\"name\",\"lat\",\"lng\"\n\"x\",\"N\",\"52.5\",\" 4.50 \"\n",
            "lon,lat,unknown,name,id\n+4.5,5.25e1,\"a,\nb\",N,x\n",
            "id,name,lat,lon\nx,N,\"52,5\",\"4,5\"\n",
            "id,name,lat,lon\nx,N,\"52,5\",4.5\n",
            "WKT,name,id\n\"POINT (4.5 52.5)\",N,x\n",
            "id,wkt,name\nx,POINT(4.5 52.5),N\n",
            "id;name;geom\nx;N;Point Z (4,5 52,5 0)\n",
            "id\tname\tgeometry\tlat\tlon\nx\tN\t\t52.5\t4.5\n",
            "id,name,geom,lat,lon\nx,N,POINTZ (4.5 52.5 1),,\n",
        ])
    func `tables are read however they are written`(text: String) throws {
        let read = try readPlaces(text)
        #expect(read.map(\.words) == ["cafes/x 52.5 4.5"])
        #expect(read.first?.place?.name == "N")
    }

    @Test func `all columns are read`() throws {
        let text = """
            id,name,brand,brand_wikidata,category,lat,lon,House Number,street,zip,town,tel,url,\
            opening_hours,desc,rating
            1,"The ""Dam""\",B,Q9,amenity=cafe; coffee,1,2,3,S,4,T,5,U,24/7,"a
            b",4.5
            """
        let place = try #require(try readPlaces(text).first?.place)
        #expect(place.id.description == "cafes/1")
        #expect(place.name == "The \"Dam\"")
        #expect(place.brand == "B")
        #expect(place.wikidata == "Q9")
        #expect(place.categories == ["amenity=cafe", "coffee"])
        #expect(place.address.text == "S 3, 4 T")
        #expect(place.phone == "5")
        #expect(place.website == "U")
        #expect(place.openingHours == "24/7")
        #expect(place.description == "a\nb")
        #expect(place.rating == 4.5)
    }

    /// The names of the places; what is missing at the end of a row is empty.
    @Test(
        arguments: [
            "name,lat,lon,phone,note\na,1,2,,\nb,1,3\nc,1,4,5\nd,1,5,\n",
            "name;lat;lon\r\na;1,5;2;\r\nb;1,5;3;;\r\nc;1,5;4\r\nd;1,5;5; ;\t\r\n",
            "name\tlat\tlon\tphone\t\na\t1\t2\nb\t1\t3\t5\nc\t1\t4\t5\t\nd\t1\t5\t\t\t",
            "name,lat,lon,\na,1,2\nb,1,3,\n  \nc,1,4\n\t\n,,,\n,\nd,1,5\n \n",
            "WKT,name,note\nPOINT (2 1),a\nPOINT (3 1),b,\nPOINT (4 1),c,,\nPOINT (5 1),d,x\n",
        ])
    func `separators of empty cells may be left out, or be too many`(text: String) throws {
        let places = try readPlaces(text).compactMap(\.place)
        #expect(places.map(\.name) == ["a", "b", "c", "d"])
        #expect(places.map(\.coordinate.longitude) == [2, 3, 4, 5])
    }

    @Test(
        arguments: [
            ("name;lat;lon;rating\nN;1,5;2;4,5\n", 4.5),
            ("name\tlat\tlon\tstars\nN\t1\t2\t4,5\n", 4.5),
            ("name,lat,lon,rating\nN,1,2,\"4,5\"\n", 4.5), ("name;lat;lon;rating\nN;1;2;4\n", 4),
            ("name,lat,lon,rating\nN,1,2,\"1,000.5\"\n", nil),
            ("name,lat,lon,rating\nN,1,2,\"1,000,000\"\n", nil),
        ] as [(String, Double?)])
    func `every number may have a decimal comma`(text: String, rating: Double?) throws {
        #expect(try readPlaces(text).map(\.place?.rating) == [rating])
    }

    @Test func `names and addresses are on one line, and descriptions as they are`() throws {
        let text =
            "name,brand,category,lat,lon,street,city,description\n"
            + "\"Bakery\nDe Halm\",\"A\tB\",\"shop=\nbakery\",1,2,\"Kadijk 4\r\nrear\",\"C\r\r D\",\"a\nb\"\n"
            + "\"Café \r\n Zee\u{2028}zwaluw\u{85}\",B,shop,1,3,S,C,\n"
        let places = try readPlaces(text).compactMap(\.place)
        #expect(places.map(\.name) == ["Bakery De Halm", "Café Zee zwaluw"])
        let place = try #require(places.first)
        #expect(place.brand == "A B" && place.categories == ["shop= bakery"])
        #expect(place.address.street == "Kadijk 4 rear" && place.address.city == "C D")
        #expect(place.description == "a\nb")
    }

    @Test func `ids of OpenStreetMap are known in a table, too`() throws {
        let text = "id,category,lat,lon\nway/5,shop=bakery,1,2\n"
        #expect(try readPlaces(text).map(\.words) == ["osm/way/5 1.0 2.0"])
    }

    @Test func `a bad row is skipped with its line and its reason`() throws {
        let text = """
            name,lat,lon
            "two
            lines",1,2
            a,95,0
            b,1,181
            c,"1,5",0
            d,,0
            e,nan,0
            ,1,2
            f,0x10,2
            g,0,0
            h,-0.0,"0,000"
            i,0,1
            j,"1,5,0",2
            """
        #expect(
            try readPlaces(text).map(\.words) == [
                "cafes/twolines@1.0,2.0 1.0 2.0",
                "4: latitude 95.0 is not between -90 and 90",
                "5: longitude 181.0 is not between -180 and 180",
                "cafes/c@1.5,0.0 1.5 0.0",
                "7: has no position",
                "8: latitude 'nan' is not a number with a decimal point",
                "9: has neither a name nor a brand nor a category",
                "10: latitude '0x10' is not a number with a decimal point",
                "11: has no position", "12: has no position", "cafes/i@0.0,1.0 0.0 1.0",
                "14: latitude '1,5,0' is not a number with a decimal point",
            ])
    }

    @Test(
        arguments: [
            (
                "LINESTRING (4 52, 5 53)",
                "2: 'LINESTRING (4 52, 5 53)' is not a position, as POINT (5.2 52.9) with the "
                    + "longitude first"
            ),
            ("POINT EMPTY", "2: 'POINT EMPTY' is not a position"),
            ("0101000020E6100000", "2: '0101000020E6100000' is not a position"),
            ("POINT (4)", "2: 'POINT (4)' is not a position"),
            ("POINT (x 52)", "2: 'POINT (x 52)' is not a position"),
            ("POINT (4 95)", "2: latitude 95.0 is not between -90 and 90"),
            ("POINT (0 0)", "2: has no position"), ("", "2: has no position"),
        ])
    func `what is no position as WKT is skipped`(text: String, reason: String) throws {
        let read = try readPlaces("name,WKT\nN,\"\(text)\"\n")
        #expect(read.count == 1 && read[0].words.hasPrefix(reason), "\(read)")
    }

    @Test func `a row that is not UTF-8 is skipped, where others are`() throws {
        let rows = "name,lat,lon\né,1,2\nCaf"
        let bytes = Array(rows.utf8) + [0xE9] + Array(",1,2\nb,1,2\n".utf8)
        #expect(
            try readPlaces(bytes).map(\.words) == [
                "cafes/e@1.0,2.0 1.0 2.0", "3: is not UTF-8", "cafes/b@1.0,2.0 1.0 2.0",
            ])
    }

    /// As Excel writes it where numbers have commas.
    private static let excel = "name;lat;lon;addr:city\r\nCafé €;52,5;4.5;Zürich\r\nx;1;2;\r\n"

    @Test func `Windows-1252 is known by its first letter that is not ASCII`() throws {
        let bytes = Self.excel.unicodeScalars.map { $0 == "€" ? 0x80 : UInt8($0.value) }
        let read = try readPlaces(bytes)
        #expect(read.map { $0.place?.name } == ["Café €", "x"])
        #expect(read.first?.place?.address.text == "Zürich")
        #expect(read.first?.place?.coordinate.latitude == 52.5)
        #expect(
            try readPlaces(Array("name,lat,lon\n".utf8) + [0x81] + Array(",1,2\n".utf8))
                .map(\.words) == ["2: is not UTF-8"])
    }

    @Test(arguments: [true, false], [true, false])
    func `UTF-16 is read, as Excel's Unicode text`(isMarked: Bool, isBig: Bool) throws {
        let text = Self.excel.map { $0 == ";" ? "\t" : String($0) }.joined()
        let bytes = ((isMarked ? "\u{FEFF}" : "") + text).utf16.flatMap { unit in
            let bytes = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
            return isBig ? bytes.reversed() : bytes
        }
        #expect(try readPlaces(bytes).map { $0.place?.name } == ["Café €", "x"])
    }

    @Test(
        arguments: [
            ("", "FILE: is empty: is it the right file?"),
            ("\n\n", "FILE: is empty: is it the right file?"),
            (
                "name,lon\nx,1\n",
                "FILE:1: no column is called latitude: name one so in the first line, or lat"
            ),
            (
                "52.1,4.5\n",
                "FILE:1: no column is called latitude: name one so in the first line, or lat"
            ),
            (
                "name,lat,lon\n\"x,1,2\ny,1,2\n",
                "FILE:2: the text in quotes that starts here does not end: close it"
            ),
            (
                "name,lat,lon\n\"x\"y,1,2\n",
                "FILE:2: there is text after a closing quote: write quotes in a text twice"
            ),
            (
                "name,lat,lon\na,1,2\nb,1\n",
                "FILE:3: the row has 2 columns, and the first line names 3: is a separator or a "
                    + "quote wrong?"
            ),
            (
                "name,lat,lon\nb,1,2,3\n",
                "FILE:2: the row has 4 columns, and the first line names 3: is a separator or a "
                    + "quote wrong?"
            ),
            (
                "WKT,name\nPOINT (1 2),a\n \nb\n,a,,x\n",
                "FILE:5: the row has 4 columns, and the first line names 2: is a separator or a "
                    + "quote wrong?"
            ),
            (
                "name,note,lat,lon\na,,1,2\nb,,1\n",
                "FILE:3: the row has 3 columns, and the first line names 4: is a separator or a "
                    + "quote wrong?"
            ),
            (
                "⟦lat,×1000000⟧",
                "FILE:1: the row has more than 1000 columns: is a line break missing?"
            ),
            (
                "name,lat,lon\n⟦x×3145728⟧",
                "FILE:2: the row is longer than 1 MiB: is a quote or a line break missing?"
            ),
            (
                "name,lat,lon\na,1,2\n\"⟦x,1,2\n×300000⟧",
                "FILE:3: the row is longer than 1 MiB: is a quote or a line break missing?"
            ),
            (
                "\u{0}\u{1}\u{2}",
                "FILE: is none of .osm.pbf, GeoJSON, GPX, CSV as far as can be told: convert it to "
                    + "one of them"
            ),
        ])
    func `a table that is broken is refused with the line`(text: String, expected: String) {
        let found = complaint(about: unrolled(text).utf8) { path in
            var provider = try ImportInput(path: path).provider(among: PlaceProviders.all)
            var draft = PlaceDraft()
            while try provider.next(&draft) { draft.clear() }
        }
        #expect(found == expected)
    }
}
