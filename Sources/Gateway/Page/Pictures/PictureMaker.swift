import Glibc
import HTTPService
import HTTPTypes
import Hummingbird
import MQTT
import NIOCore
import Posix

/// Makes pictures that can be shown of what people send: libvips' `vipsthumbnail`, in a process of its
/// own that may neither write a file nor take much time or memory.
struct PictureMaker: Sendable {
    /// Where Debian's package libvips-tools has it.
    static let program = "/usr/bin/vipsthumbnail"
    /// What is taken.
    static let mediaTypes = ["image/jpeg", "image/png", "image/webp"]
    static let made = "image/jpeg"

    /// Bytes of what people send.
    static let mostBytes = 5 << 20
    /// Pixels of what people send.
    static let mostPixels = 50_000_000
    /// Bytes of what is made.
    private static let mostMade = 4 << 20
    /// Pixels of the longer side of what is made.
    private static let longestSide = 1600
    /// For one picture. 50 million pixels of a progressive JPEG need half of the memory.
    private static let limits = ProgramLimits(seconds: 20, memory: 768 << 20)

    let program: String
    /// One after another: a small machine has no memory for two.
    private let locks = KeyedLock()

    init(program: String = program) { self.program = program }

    /// The picture that the body of a request is, as it is to be shown, without its metadata. Throws
    /// a `Problem` if it is none.
    func picture(of request: Request) async throws -> [UInt8] {
        do {
            let body = try await BodyRoom.shared.collect(request.body, upTo: Self.mostBytes)
            return try await picture(of: Array(body.readableBytesView))
        } catch is NIOTooManyBytesError {
            throw Problem(
                .contentTooLarge,
                "the picture is larger than \(Self.mostBytes >> 20) MB: make it smaller")
        }
    }

    /// `file`: JPEG, PNG or WebP. Returns a JPEG.
    func picture(of file: [UInt8]) async throws -> [UInt8] {
        guard let head = PictureHead(file) else {
            throw Problem(
                .unsupportedMediaType,
                "this is no picture that is known here: send JPEG, PNG or WebP")
        }
        guard !head.hasMorePixels(than: Self.mostPixels) else {
            throw Problem(
                .badRequest,
                "the picture has \(head.width) × \(head.height) pixels: make it smaller than "
                    + "\(Self.mostPixels / 1_000_000) million")
        }
        if head.isCut { throw Problem.cutPicture }
        guard access(program, X_OK) == 0 else {
            throw Problem(
                .serviceUnavailable,
                "vipsthumbnail is not there: install it with sudo apt install libvips-tools")
        }
        return try await locks.take("picture") { try await made(of: file) }
    }

    private func made(of file: [UInt8]) async throws -> [UInt8] {
        let made = try await filter(
            file, through: arguments, environment: Self.environment, most: Self.mostMade)
        if made.hasHitLimit {
            throw Problem(
                .badRequest, "the picture takes too long to be read: send it smaller, as a JPEG")
        }
        guard made.status == 0, !made.output.isEmpty else { throw Problem.cutPicture }
        return made.output
    }

    private var arguments: [String] {
        Self.limits.words([
            // Not what it can make of half a file.
            program, "stdin[fail_on=truncated]", "--size",
            "\(Self.longestSide)x\(Self.longestSide)>",
            "-o", ".jpg[Q=82,strip,background=255]",
        ])
    }

    private static let environment = [
        "PATH=/usr/bin:/bin",
        // No code is made at run time, which the gateway's unit forbids, nor a file for it.
        "VIPS_NOVECTOR=1",
        "VIPS_CONCURRENCY=1",
        // No readers that were not made for files of strangers (libvips 8.13).
        "VIPS_BLOCK_UNTRUSTED=1",
        // No warnings.
        "VIPS_WARNING=1",
    ]
}

extension Problem {
    fileprivate static let cutPicture = Problem(
        .badRequest, "the picture cannot be read: it is damaged or cut off, so send it again")
}
