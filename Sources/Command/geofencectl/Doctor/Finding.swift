import Posix

/// The result of one check.
struct Finding: Equatable, Encodable {
    enum State: String, Encodable {
        case ok, problem
        /// The check was not possible.
        case unknown
    }

    var check: String
    var state: State
    var text: String
    /// What to do; `nil` if there is nothing to do.
    var remedy: String?

    static func ok(_ check: String, _ text: String) -> Finding {
        Finding(check: check, state: .ok, text: text)
    }

    static func problem(_ check: String, _ text: String, _ remedy: String) -> Finding {
        Finding(check: check, state: .problem, text: text, remedy: remedy)
    }

    static func unknown(_ check: String, _ text: String, _ remedy: String? = nil) -> Finding {
        Finding(check: check, state: .unknown, text: text, remedy: remedy)
    }
}

extension Finding {
    func line(_ style: Style) -> String {
        let word = state.rawValue.padded(to: -8)
        let mark =
            switch state {
            case .ok: style.green(word)
            case .problem: style.bold(word)
            case .unknown: style.faint(word)
            }
        let words = remedy.map { "\(text): \($0)" } ?? text
        return "\(mark) \(check.padded(to: -14)) \(words.visible)"
    }
}
