import Glibc

/// An address of IPv4 or IPv6.
package struct IPAddress: Hashable, Sendable, CustomStringConvertible {
    /// 4 or 16, in network order.
    let bytes: [UInt8]

    /// `nil` if the text is no address, which has no zone either.
    package init?(_ text: some StringProtocol) {
        let text = String(text)
        // The C library would take what is before a NUL.
        if text.utf8.contains(0) { return nil }
        for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: count)
            guard inet_pton(family, text, &bytes) == 1 else { continue }
            self.bytes = bytes
            return
        }
        return nil
    }

    init(bytes: [UInt8]) { self.bytes = bytes }

    var isIPv4: Bool { bytes.count == 4 }

    var family: sa_family_t { sa_family_t(isIPv4 ? AF_INET : AF_INET6) }

    package var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        inet_ntop(Int32(family), bytes, &text, socklen_t(text.count))
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8($0) }, as: UTF8.self)
    }

    /// The address of IPv4 that `::ffff:…` stands for, and otherwise this one.
    package var unmapped: IPAddress {
        let prefix = [UInt8](repeating: 0, count: 10) + [255, 255]
        return bytes.count == 16 && bytes.starts(with: prefix)
            ? IPAddress(bytes: Array(bytes[12...])) : self
    }

    /// The address of IPv4, or the 64 bits of one of IPv6 that a home is given, as text.
    package var network: String {
        guard bytes.count == 16 else { return description }
        return IPAddress(bytes: bytes.prefix(8) + [UInt8](repeating: 0, count: 8)).description
    }

    /// Whether it is of this machine alone.
    package var isLoopback: Bool {
        let bytes = unmapped.bytes
        return bytes.count == 4
            ? bytes[0] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
    }
}
