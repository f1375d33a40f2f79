import Posix

/// Places that are rows of a table; its first row names the columns.
struct CSVPlaces: PlaceProvider {
    static let name = "CSV"

    private let rows: CSVRows
    /// What each column means; `nil`: nothing that is kept.
    private let columns: [PlaceColumn?]
    /// How many fields a row has at least: up to the last that its position needs.
    private let fewest: Int

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
        fewest =
            try [PlaceField.latitude, .longitude].map { [rows, columns] field in
                if let index = columns.index(of: field) ?? columns.index(of: .point) {
                    return index + 1
                }
                throw rows.damaged(
                    rows.line,
                    "no column is called \(field.names[1]): name one so in the first line, or "
                        + "\(field.names[0])")
            }.max() ?? 0
    }

    mutating func next(_ draft: inout PlaceDraft) throws -> Bool {
        guard try rows.next() else { return false }
        draft.line = rows.line
        // Spreadsheets write separators of empty cells, or leave them out.
        guard rows.count >= fewest, rows.filled <= columns.count else {
            throw rows.damaged(
                rows.line,
                "the row has \(rows.count) columns, and the first line names \(columns.count): "
                    + "is a separator or a quote wrong?")
        }
        for (index, column) in columns.prefix(rows.count).enumerated() {
            guard let column, !rows.isEmpty(index) else { continue }
            if let text = rows[index] {
                draft.set(column, text)
            } else {
                draft.fault = .notUTF8
            }
        }
        return true
    }
}

extension [PlaceColumn?] {
    /// Of the first one; `nil` if there is none.
    fileprivate func index(of field: PlaceField) -> Int? {
        firstIndex { column in
            if case .field(field, _) = column { true } else { false }
        }
    }
}
