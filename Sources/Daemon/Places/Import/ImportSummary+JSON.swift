import Formats

extension ImportSummary {
    package static let attribution = "© OpenStreetMap contributors, ODbL 1.0"

    /// One object, with the line's end. `seconds`: how long the import took.
    package func json(seconds: Double) -> [UInt8] {
        JSONWriter.line { line in
            line.member("read", read)
            line.member("added", added)
            line.member("changed", changed)
            line.member("removed", removed)
            line.member("unchanged", unchanged)
            line.member("skipped", skipped)
            line.member("reasons", reasons)
            line.member("sources", sources)
            line.member("seconds", seconds, decimals: 3)
            if isFromOpenStreetMap { line.member("attribution", Self.attribution) }
        }
    }
}

extension ImportProgress {
    /// One object in a member `progress`, with the line's end.
    package var json: [UInt8] {
        JSONWriter.line { line in
            line.object("progress") { progress in
                progress.member("places", places)
                progress.member("bytes_read", bytesRead)
                if let bytes { progress.member("bytes", bytes) }
                progress.member("indexing", isIndexing)
            }
        }
    }
}
