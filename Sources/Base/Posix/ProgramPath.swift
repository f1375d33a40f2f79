import Glibc

/// The path of the program that runs, with no link in it (proc(5), `exe`).
package let programPath: String = {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = buffer.withUnsafeMutableBytes {
        readlink("/proc/self/exe", $0.baseAddress!, $0.count)
    }
    precondition(count > 0, "\(Errno.current)")
    return String(decoding: buffer[..<count], as: UTF8.self)
}()
