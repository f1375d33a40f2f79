import CZlib

/// A zip file (PKWARE APPNOTE 6.3), without compression.
struct ZipFile {
    private var bytes: [UInt8] = []
    private var directory: [UInt8] = []
    private var count = 0

    /// `name`: in ASCII. `contents`: less than 4 GiB.
    mutating func add(_ name: String, _ contents: [UInt8]) {
        let sum = crc32(0, contents, UInt32(contents.count))
        var fields: [UInt8] = []
        fields.append(20, as: UInt16.self)  // version that is needed: 2.0
        fields.append(0, as: UInt16.self)  // flags
        fields.append(0, as: UInt16.self)  // method: stored
        fields.append(0, as: UInt16.self)  // time
        fields.append(0x21, as: UInt16.self)  // date: 1 January 1980, the first there is
        fields.append(Int(sum), as: UInt32.self)
        fields.append(contents.count, as: UInt32.self)
        fields.append(contents.count, as: UInt32.self)
        fields.append(name.utf8.count, as: UInt16.self)
        fields.append(0, as: UInt16.self)  // length of extra fields

        directory.append(0x0201_4b50, as: UInt32.self)
        directory.append(20, as: UInt16.self)
        directory += fields
        directory += [UInt8](repeating: 0, count: 10)  // comment, disk, attributes
        directory.append(bytes.count, as: UInt32.self)
        directory += Array(name.utf8)

        bytes.append(0x0403_4b50, as: UInt32.self)
        bytes += fields
        bytes += Array(name.utf8)
        bytes += contents
        count += 1
    }

    /// All of the file.
    func closed() -> [UInt8] {
        var end: [UInt8] = []
        end.append(0x0605_4b50, as: UInt32.self)
        end.append(0, as: UInt32.self)  // disks
        end.append(count, as: UInt16.self)
        end.append(count, as: UInt16.self)
        end.append(directory.count, as: UInt32.self)
        end.append(bytes.count, as: UInt32.self)
        end.append(0, as: UInt16.self)  // length of the comment
        return bytes + directory + end
    }
}

extension [UInt8] {
    /// The least significant byte first.
    fileprivate mutating func append<Number: FixedWidthInteger>(_ value: Int, as: Number.Type) {
        Swift.withUnsafeBytes(of: Number(truncatingIfNeeded: value).littleEndian) {
            append(contentsOf: $0)
        }
    }
}
