import CZlib

/// `bytes` as one gzip member.
func gzip(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var input = Array(bytes)
    var stream = z_stream()
    let gzipHeader: Int32 = 16
    deflateInit2_(
        &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + gzipHeader, 8,
        Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    defer { deflateEnd(&stream) }
    var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(input.count))))
    return input.withUnsafeMutableBufferPointer { input in
        output.withUnsafeMutableBufferPointer { output in
            (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
            (stream.next_out, stream.avail_out) = (output.baseAddress, UInt32(output.count))
            precondition(deflate(&stream, Z_FINISH) == Z_STREAM_END)
            return Array(output[..<(output.count - Int(stream.avail_out))])
        }
    }
}
