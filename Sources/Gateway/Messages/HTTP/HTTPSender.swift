import CCurl
import Posix
import Synchronization

/// Sends requests to other machines, any number at a time, on one thread of its own.
///
/// No redirect is followed, and a certificate that is not right is refused.
package final class HTTPSender: Sendable {
    private let transfers: Transfers

    /// `timeLimit`: until the whole reply is there. If status and headers are, they are the reply.
    package init(timeLimit: Duration = .seconds(10)) {
        transfers = Transfers(timeLimit)
        onOwnThread { [transfers] in transfers.run() }
    }

    deinit { transfers.end() }

    /// Throws `HTTPFailure`, or `CancellationError` as soon as the task is cancelled.
    package func send(_ request: HTTPRequest) async throws -> HTTPReply {
        guard request.headers.allSatisfy(\.isOneLine) else {
            throw HTTPFailure("a header has a control character in it")
        }
        let number = transfers.newNumber()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                transfers.begin(number, request, continuation)
                // Of a task that was cancelled before, `onCancel` may have come too early.
                if Task.isCancelled { transfers.cancel(number) }
            }
        } onCancel: {
            transfers.cancel(number)
        }
    }
}

extension HTTPRequest.Header {
    fileprivate var isOneLine: Bool {
        (name + value).unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    }
}

/// The requests under way. Others leave orders; the thread alone touches the transfers.
///
/// Sendable, as of the handle others call `curl_multi_wakeup` alone, which any thread may.
private final class Transfers: @unchecked Sendable {
    private let handle: OpaquePointer
    private let timeLimit: Duration
    private let orders = Mutex(Orders())
    private var running: [Int: Transfer] = [:]

    private struct Orders {
        var last = 0
        var new: [(number: Int, request: HTTPRequest, reply: Reply)] = []
        var cancelled: [Int] = []
        var hasEnded = false
    }

    typealias Reply = CheckedContinuation<HTTPReply, any Error>

    /// Evaluated once in the process, before libcurl is used.
    private static let isReady: Void = { _ = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) }()

    init(_ timeLimit: Duration) {
        self.timeLimit = timeLimit
        _ = Self.isReady
        guard let handle = curl_multi_init() else { fatalError("no memory for libcurl") }
        self.handle = OpaquePointer(handle)
    }

    deinit { curl_multi_cleanup(UnsafeMutableRawPointer(handle)) }

    private var multi: UnsafeMutableRawPointer { UnsafeMutableRawPointer(handle) }

    // MARK: From any thread

    func newNumber() -> Int {
        orders.withLock { orders in
            orders.last += 1
            return orders.last
        }
    }

    func begin(_ number: Int, _ request: HTTPRequest, _ reply: Reply) {
        orders.withLock { $0.new.append((number, request, reply)) }
        curl_multi_wakeup(multi)
    }

    func cancel(_ number: Int) {
        orders.withLock { $0.cancelled.append(number) }
        curl_multi_wakeup(multi)
    }

    /// Nobody waits for a reply any more.
    func end() {
        orders.withLock { $0.hasEnded = true }
        curl_multi_wakeup(multi)
    }

    // MARK: On the thread

    func run() {
        while takeOrders() {
            var count: Int32 = 0
            curl_multi_perform(multi, &count)
            finish()
            curl_multi_poll(multi, nil, 0, Self.longestWait, nil)
        }
    }

    /// Milliseconds. Whatever happens ends it earlier.
    private static let longestWait: Int32 = 60_000

    /// Returns `false` at the end.
    private func takeOrders() -> Bool {
        let orders = orders.withLock { orders in
            defer { (orders.new, orders.cancelled) = ([], []) }
            return orders
        }
        for order in orders.new { start(order.number, order.request, order.reply) }
        for number in orders.cancelled {
            guard let transfer = running.removeValue(forKey: number) else { continue }
            curl_multi_remove_handle(multi, transfer.easy)
            transfer.reply.resume(throwing: CancellationError())
        }
        return !orders.hasEnded
    }

    private func start(_ number: Int, _ request: HTTPRequest, _ reply: Reply) {
        guard let transfer = Transfer(number, request, timeLimit, reply) else {
            return reply.resume(throwing: HTTPFailure("no memory for a request"))
        }
        running[number] = transfer
        curl_multi_add_handle(multi, transfer.easy)
    }

    private func finish() {
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left)?.pointee {
            guard message.msg == CURLMSG_DONE, let easy = message.easy_handle,
                let transfer = running.values.first(where: { $0.easy == easy })
            else { continue }
            running[transfer.number] = nil
            curl_multi_remove_handle(multi, easy)
            transfer.reply.resume(with: transfer.result(message.data.result))
        }
    }
}

/// One request under way, for the thread alone.
private final class Transfer {
    let number: Int
    let easy: UnsafeMutableRawPointer
    let reply: Transfers.Reply
    private var headers: UnsafeMutablePointer<curl_slist>?
    private let body: UnsafeMutableRawBufferPointer
    private let timeLimit: Duration
    private let longestReply: Int
    private var received: [UInt8] = []
    private var headBytes = 0
    /// The status and all headers have come, of the last reply.
    private var hasHead = false

    /// Bytes of all headers.
    private static let longestHead = 1 << 16

    init?(
        _ number: Int, _ request: HTTPRequest, _ timeLimit: Duration, _ reply: Transfers.Reply
    ) {
        guard let easy = curl_easy_init() else { return nil }
        (self.number, self.easy, self.reply) = (number, easy, reply)
        (self.timeLimit, longestReply) = (timeLimit, request.longestReply)
        body = .allocate(byteCount: max(1, request.body.count), alignment: 1)
        body.copyBytes(from: request.body)
        // No waiting for a server that says it wants the body.
        headers = curl_slist_append(nil, "Expect:")
        for header in request.headers {
            headers = curl_slist_append(headers, "\(header.name): \(header.value)") ?? headers
        }
        setUp(request)
    }

    deinit {
        curl_easy_cleanup(easy)
        curl_slist_free_all(headers)
        body.deallocate()
    }

    private func setUp(_ request: HTTPRequest) {
        ccurl_set_text(easy, CURLOPT_URL, request.url)
        ccurl_set_text(easy, CURLOPT_PROTOCOLS_STR, "http,https")
        ccurl_set_text(easy, CURLOPT_USERAGENT, "geofenced-gateway")
        if request.isPost {
            ccurl_set_number(easy, CURLOPT_POST, 1)
            ccurl_set_number(easy, CURLOPT_POSTFIELDSIZE, request.body.count)
            ccurl_set_pointer(easy, CURLOPT_POSTFIELDS, body.baseAddress)
        }
        if request.takesGzip { ccurl_set_text(easy, CURLOPT_ACCEPT_ENCODING, "gzip") }
        ccurl_set_pointer(easy, CURLOPT_HTTPHEADER, headers)
        ccurl_set_number(easy, CURLOPT_FOLLOWLOCATION, 0)
        ccurl_set_number(easy, CURLOPT_TIMEOUT_MS, Int(timeLimit / .milliseconds(1)))
        // Signals would be for the whole process.
        ccurl_set_number(easy, CURLOPT_NOSIGNAL, 1)
        let context = Unmanaged.passUnretained(self).toOpaque()
        ccurl_set_pointer(easy, CURLOPT_WRITEDATA, context)
        ccurl_set_receive(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            Transfer.from(context).takeBody(
                UnsafeRawBufferPointer(start: bytes, count: size * count))
        }
        ccurl_set_pointer(easy, CURLOPT_HEADERDATA, context)
        ccurl_set_receive(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            Transfer.from(context).takeHead(
                UnsafeRawBufferPointer(start: bytes, count: size * count))
        }
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> Transfer {
        Unmanaged<Transfer>.fromOpaque(context!).takeUnretainedValue()
    }

    /// Returns how many bytes it has taken; if these are not all, libcurl ends the transfer.
    private func takeBody(_ bytes: UnsafeRawBufferPointer) -> Int {
        let room = longestReply - received.count
        received.append(contentsOf: bytes.prefix(room))
        return bytes.count > room ? 0 : bytes.count
    }

    /// Of one line.
    private func takeHead(_ line: UnsafeRawBufferPointer) -> Int {
        // The last is empty; trailers come after it.
        if line.starts(with: "HTTP/".utf8) { hasHead = false }
        if line.elementsEqual("\r\n".utf8) || line.elementsEqual("\n".utf8) { hasHead = true }
        headBytes += line.count
        return headBytes > Self.longestHead ? 0 : line.count
    }

    func result(_ code: CURLcode) -> Result<HTTPReply, any Error> {
        // The status counts, whatever becomes of the body. Below 200, another one was to come.
        let isAnswered = hasHead && ccurl_number(easy, CURLINFO_RESPONSE_CODE) >= 200
        guard code == CURLE_OK || isAnswered else { return .failure(failure(code)) }
        let wait = ccurl_offset(easy, CURLINFO_RETRY_AFTER)
        let location = ccurl_pointer(easy, CURLINFO_REDIRECT_URL)
        return .success(
            HTTPReply(
                status: ccurl_number(easy, CURLINFO_RESPONSE_CODE),
                retryAfter: wait > 0 ? Double(wait) : nil,
                location: location.map {
                    String(cString: $0.assumingMemoryBound(to: CChar.self))
                },
                contentType: header("Content-Type"), etag: header("ETag"),
                lastModified: header("Last-Modified"), body: received, isWhole: code == CURLE_OK,
                isLate: code == CURLE_OPERATION_TIMEDOUT))
    }

    /// Of the reply; `nil` if there is none.
    private func header(_ name: String) -> String? {
        ccurl_header(easy, name).map { String(cString: $0) }
    }

    private func failure(_ code: CURLcode) -> HTTPFailure {
        switch code {
        case CURLE_OPERATION_TIMEDOUT:
            HTTPFailure("no answer within \(plain(timeLimit / .seconds(1))) s")
        case CURLE_COULDNT_RESOLVE_HOST:
            HTTPFailure("there is no such host: is its name right, and is there a network?")
        case CURLE_COULDNT_CONNECT: HTTPFailure("nobody listens there: is it running?")
        case CURLE_PEER_FAILED_VERIFICATION:
            HTTPFailure("its certificate is not valid: is it of a known authority, and in date?")
        case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR:
            HTTPFailure("it ends the connection without an answer")
        case CURLE_WRITE_ERROR: HTTPFailure("its answer is too long")
        default: HTTPFailure("libcurl: \(String(cString: curl_easy_strerror(code)).visible)")
        }
    }
}
