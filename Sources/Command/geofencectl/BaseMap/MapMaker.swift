import FoundationEssentials
import Glibc
import Places
import Posix

/// Makes a base map of extracts of OpenStreetMap, by osmium and tilemaker.
struct MapMaker {
    let extracts: [OpenStreetMapFile]
    /// Whose data they are; `nil`: as the settings of tilemaker say.
    let credit: String?
    let folder: MapFolder
    let status: StatusLine

    /// An extract as tilemaker can read it.
    private struct Extract {
        var path: String
        var box: MapBox?
    }

    /// Returns the path of the map, in the folder.
    func make() async throws -> String {
        var prepared: [Extract] = []
        for (number, extract) in extracts.enumerated() {
            prepared.append(try await prepare(extract, number))
        }
        var inputs = prepared.map(\.path)
        if inputs.count > 1 { inputs = [try await merged(inputs)] }
        if let sea = try await sea(of: prepared) { inputs.append(sea) }
        return try await tiles(of: inputs, box: .around(prepared.compactMap(\.box)))
    }

    private func say(_ words: String) {
        status.show(isUrgent: false) { "base map: \(words)" }
    }

    // MARK: What tilemaker reads

    private func prepare(_ file: OpenStreetMapFile, _ number: Int) async throws -> Extract {
        say("reading \(file.path.fileName.visible)")
        // A path that begins with a hyphen must not be taken for an option.
        var path = file.path.hasPrefix("-") ? "./\(file.path)" : file.path
        if file.isPacked {
            path = folder.file("\(number).\(file.isPBF ? "osm.pbf" : "osm")")
            try file.unpack(to: path)
        }
        if !file.isPBF {
            let converted = folder.file("\(number).converted.osm.pbf")
            try await osmium(["cat", "--no-progress", "-F", "osm", path, "-o", converted])
            path = converted
        }
        return Extract(path: path, box: try await box(of: path))
    }

    /// Of what the file says, or else has.
    private func box(of path: String) async throws -> MapBox? {
        for words in [["-g", "header.boxes"], ["-e", "-g", "data.bbox"]] {
            var box: MapBox?
            try await osmium(["fileinfo", "--no-progress", "-F", "pbf"] + words + [path]) {
                box = box ?? MapBox($0)
            }
            if let box { return box }
        }
        return nil
    }

    /// One file of several, in which nothing is there twice.
    private func merged(_ paths: [String]) async throws -> String {
        say("merging \(paths.count) files")
        let merged = folder.file("merged.osm.pbf")
        try await osmium(["merge", "--no-progress", "-F", "pbf"] + paths + ["-o", merged])
        return merged
    }

    /// The path of a file with the sea of the extracts; `nil` if they have none.
    private func sea(of extracts: [Extract]) async throws -> String? {
        var areas: [Sea.Area] = []
        for extract in extracts {
            guard let box = extract.box else { continue }
            say("looking for the sea")
            var coast = Coast()
            try await osmium(
                ["tags-filter", "--no-progress", "-F", "pbf", extract.path]
                    + ["w/natural=coastline", "-f", "opl,add_metadata=false"]
            ) { coast.read($0) }
            areas += Sea(in: box).areas(along: coast.lines)
        }
        if areas.isEmpty { return nil }
        try write(Array(SeaFile(areas).text.utf8), to: "sea.osm")
        let sea = folder.file("sea.osm.pbf")
        try await osmium(["cat", "--no-progress", folder.file("sea.osm"), "-o", sea])
        return sea
    }

    private func osmium(_ words: [String], said: (Substring) -> Void = { _ in }) async throws {
        try await MapTool.osmium.run(words, in: folder, said: said)
    }

    // MARK: Tiles

    private func tiles(of inputs: [String], box: MapBox?) async throws -> String {
        try write(PackageResources.basemap_lua, to: "basemap.lua")
        try write(try settings(box), to: "basemap.json")
        let map = folder.file("basemap.mbtiles")
        var words = inputs.flatMap { ["--input", $0] } + ["--output", map]
        words += ["--config", folder.file("basemap.json")]
        words += ["--process", folder.file("basemap.lua")]
        // An extract that was cut out by a program has ways whose nodes are elsewhere.
        words.append("--skip-integrity")
        if isLarge(inputs) { words += ["--store", folder.file("store")] }
        try await MapTool.tilemaker.run(words, in: folder) { line in
            // "Zoom level 14, writing tile 226 of 327", "Block 3/6 ways 12 relations 0"
            if let writing = line.firstRange(of: "writing tile ") {
                say(String(line[writing.lowerBound...]).trimmed)
            } else if line.hasPrefix("Block "),
                let block = line.split(separator: " ").dropFirst().first
            {
                say("reading block \(block.replacing("/", with: " of "))")
            }
        }
        return map
    }

    private func write(_ bytes: [UInt8], to name: String) throws {
        try OutputFile.write(bytes, to: folder.file(name))
    }

    /// The settings of tilemaker, with the credit, and the box, which files without one do not say.
    private func settings(_ box: MapBox?) throws -> [UInt8] {
        var text = String(decoding: PackageResources.basemap_json, as: UTF8.self)
        if let credit {
            text = text.replacing(
                "\"\(Self.usualCredit)\"",
                with: String(decoding: try JSONEncoder().encode(credit), as: UTF8.self))
        }
        if let box {
            let start = "\"settings\": {"
            text = text.replacing(
                start,
                with:
                    "\(start) \"bounding_box\": [\(box.west), \(box.south), \(box.east), \(box.north)],"
            )
        }
        return Array(text.utf8)
    }

    /// Whether tilemaker would need more memory than is free.
    private func isLarge(_ inputs: [String]) -> Bool {
        let bytes = inputs.reduce(0) { sum, path in
            var status = stat()
            return stat(path, &status) == 0 ? sum + Int(status.st_size) : sum
        }
        guard let free = freeMemory else { return false }
        return Self.leastMemory + bytes * Self.memoryPerByte > free
    }

    /// Bytes that tilemaker takes for the smallest extract, and for each byte of a larger one.
    private static let (leastMemory, memoryPerByte) = (600_000_000, 20)
    /// As the settings of tilemaker have it.
    private static let usualCredit = "© OpenStreetMap contributors"
}

extension MapBox {
    /// `(west,south,east,north)`, as osmium writes it.
    fileprivate init?(_ line: Substring) {
        let numbers = line.drop { $0 == "(" }.prefix { $0 != ")" }.split(separator: ",")
            .map { Double(String($0).trimmed) }
        guard numbers.count == 4, let west = numbers[0], let south = numbers[1],
            let east = numbers[2], let north = numbers[3], west < east, south < north
        else { return nil }
        self.init(west: west, south: south, east: east, north: north)
    }
}

/// Bytes, from `/proc/meminfo` (proc(5)); `nil` if the system does not say.
private var freeMemory: Int? {
    guard let bytes = try? InputFile.contents(of: "/proc/meminfo", limit: 1 << 16) else {
        return nil
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let words = lines.first { $0.hasPrefix("MemAvailable:") }?.split(separator: " ") ?? []
    return words.count > 1 ? Int(words[1]).map { $0 * 1024 } : nil
}
