import Posix

/// Places that are rows of a table; its first row names the columns.
struct CSVPlaces: PlaceProvider {
    static let name = "CSV"

    private let rows: CSVRows
    /// What each column means; `nil`: nothing that is kept.
    private let columns: [PlaceColumn?]

    /// Takes anything that is text, so it must be asked last.
    static func recognises(_ head: UnsafeRawBufferPointer) -> Bool {
        !head.contains(0)
    }

    init(_ file: ImportInput) throws {
        try self.init(file, head: file.head)
    }

    init(_ file: any ByteSource, head: UnsafeRawBufferPointer) throws {
        rows = try CSVRows(file, head: head)
        guard try rows.next() else { throw ImportError.empty(file.name) }
        // Excel says in a line of its own what stands between the columns.
        if rows.count == 2, rows[0] == "sep=", try !rows.next() {
            throw ImportError.empty(file.name)
        }
        columns = (0..<rows.count).map { [rows] index in
            rows[index].flatMap { PlaceColumn($0) }
        }
        for field in [PlaceField.latitude, .longitude] where !columns.contains(field) {
            throw rows.damaged(
                rows.line,
                "no column is called \(field.names[1]): name one so in the first line, or "
                    + "\(field.names[0])")
        }
    }

    mutating func next(_ draft: inout PlaceDraft) throws -> Bool {
        guard try rows.next() else { return false }
        draft.line = rows.line
        guard rows.count == columns.count else {
            throw rows.damaged(
                rows.line,
                "the row has \(rows.count) columns, and the first line names \(columns.count): "
                    + "is a separator or a quote wrong?")
        }
        for (index, column) in columns.enumerated() {
            guard let column, !rows.isEmpty(index) else { continue }
            if let text = rows[index] {
                draft.set(column, column.isCoordinate ? withPoint(text) : text)
            } else {
                draft.fault = .notUTF8
            }
        }
        return true
    }

    /// A number with a decimal point, if it has a comma for one and may have.
    private func withPoint(_ text: String) -> String {
        guard rows.mayHaveDecimalCommas, !text.contains(".") else { return text }
        return String(text.map { $0 == "," ? "." : $0 })
    }
}

extension PlaceColumn {
    fileprivate var isCoordinate: Bool {
        switch self {
        case .field(.latitude, _), .field(.longitude, _): true
        default: false
        }
    }
}

extension [PlaceColumn?] {
    fileprivate func contains(_ field: PlaceField) -> Bool {
        contains { column in
            if case .field(field, _) = column { true } else { false }
        }
    }
}
