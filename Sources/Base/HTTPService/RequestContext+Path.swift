package import Hummingbird

extension RequestContext {
    /// The part of the path that `:name` in the route's path stands for. Throws if that is not
    /// percent-encoded UTF-8.
    package func parameter(_ name: String) throws(Problem) -> String {
        try decoded(parameters.get(name))
    }

    /// The rest of the path that `**` at the end of the route's path stands for, as an id with
    /// slashes in it. Throws as `parameter`.
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
    /// `nil` if two hexadecimal digits are missing after a `%`, or the result is not UTF-8.
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
