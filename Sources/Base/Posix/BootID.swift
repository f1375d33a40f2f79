/// What the kernel calls the time since this machine was switched on (random(4)); "" if it does not
/// say.
package let bootID: String = {
    // In some containers it is not there.
    let bytes = (try? InputFile.contents(of: "/proc/sys/kernel/random/boot_id", limit: 64)) ?? []
    return String(decoding: bytes, as: UTF8.self).trimmed
}()
