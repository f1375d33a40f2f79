import FoundationEssentials

/// A line that the daemon sends to its listeners.
enum DaemonLine {
    case notice(ReceivedNotice)
    /// Later notices follow.
    case resumed(ListenerCursor)
    /// As `resumed`, but some before it are lost.
    case gap(ListenerCursor)
    case error(String)

    init(_ line: [UInt8]) throws {
        let members = try JSONDecoder().decode(Members.self, from: Data(line))
        if let text = members.error {
            self = .error(text)
        } else if let gap = members.gap, gap.oldest > 0 {
            self = .gap(ListenerCursor(after: gap.oldest - 1, log: members.log ?? ""))
        } else if let resumed = members.resumed {
            self = .resumed(ListenerCursor(after: resumed, log: members.log ?? ""))
        } else {
            self = .notice(ReceivedNotice(line: line, position: try members.position))
        }
    }

    /// As it travels; a notice has the members of a CloudEvent.
    fileprivate struct Members: Decodable {
        var error: String?
        var resumed: Int?
        var gap: Gap?
        var log: String?
        var id: String?
        var sequence: String?

        struct Gap: Decodable { var oldest: Int }

        var position: ListenerCursor {
            get throws {
                guard let id, let sequence, let number = Int(sequence) else {
                    throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: ""))
                }
                return ListenerCursor(after: number, log: String(id.dropLast(sequence.count + 1)))
            }
        }
    }
}

/// A notice as the daemon has sent it.
package struct ReceivedNotice: Hashable, Sendable {
    /// A CloudEvent, with the line's end.
    package var line: [UInt8]
    /// Its number and its log: where to go on after it.
    package var position: ListenerCursor

    init(line: [UInt8], position: ListenerCursor) {
        (self.line, self.position) = (line, position)
    }

    /// Reads a line that must be a notice.
    package init(line: [UInt8]) throws {
        let members = try JSONDecoder().decode(DaemonLine.Members.self, from: Data(line))
        self.init(line: line, position: try members.position)
    }
}
