import Hummingbird

extension ControlContext {
    /// What `:name` in the path of the route stands for.
    package func parameter(_ name: String) throws(Problem) -> String {
        try decoded(parameters.get(name))
    }

    /// What `**` at the end of the path of the route stands for: ids may have slashes in them.
    package func rest() throws(Problem) -> String {
        try decoded(parameters.get(String(Parameters.recursiveCaptureKey)))
    }

    private func decoded(_ text: String?) throws(Problem) -> String {
        guard let text, let decoded = text.percentDecoded else {
            throw Problem(.badRequest, "the path is not percent-encoded UTF-8")
        }
        return decoded
    }
}

extension String {
    /// `nil` unless each `%` has two hexadecimal digits after it, and all is UTF-8 then.
    fileprivate var percentDecoded: String? {
        var bytes: [UInt8] = []
        var rest = utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
            guard digits.count == 2 else { return nil }
            bytes.append(UInt8(digits[0] << 4 | digits[1]))
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
