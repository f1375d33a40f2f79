import CZlib

/// `bytes` as one gzip member (RFC 1952). `level`: from 1, quick, to 9, small.
func gzip(_ bytes: [UInt8], level: Int32) -> [UInt8] {
    var input = bytes
    var stream = z_stream()
    let gzipHeader: Int32 = 16
    deflateInit2_(
        &stream, level, Z_DEFLATED, MAX_WBITS + gzipHeader, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size))
    defer { deflateEnd(&stream) }
    let room = Int(deflateBound(&stream, UInt(input.count)))
    return input.withUnsafeMutableBufferPointer { input in
        [UInt8](unsafeUninitializedCapacity: room) { output, count in
            (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
            (stream.next_out, stream.avail_out) = (output.baseAddress, UInt32(output.count))
            precondition(deflate(&stream, Z_FINISH) == Z_STREAM_END)
            count = output.count - Int(stream.avail_out)
        }
    }
}

/// The CRC-32 of `bytes`, in hexadecimal digits: which version of a file a browser has.
func checksum(_ bytes: [UInt8]) -> String {
    String(crc32(0, bytes, UInt32(bytes.count)), radix: 16)
}
