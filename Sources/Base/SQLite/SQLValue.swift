/// What a column or an argument of a statement can be.
package enum SQLValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case bytes([UInt8])

    package init(_ value: String?) { self = value.map(Self.text) ?? .null }
    package init(_ value: Double?) { self = value.map(Self.real) ?? .null }
    package init(_ value: Int64?) { self = value.map(Self.integer) ?? .null }
    package init(_ value: Int?) { self = value.map { .integer(Int64($0)) } ?? .null }
}

extension SQLValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    package init(stringLiteral value: String) { self = .text(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }
}

extension SQLValue: ExpressibleByNilLiteral {
    package init(nilLiteral: ()) { self = .null }
}
