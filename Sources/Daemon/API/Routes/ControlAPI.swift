import FoundationEssentials
package import Geofencing
import HTTPService
import HTTPTypes
import Hummingbird
package import Interests
package import Logging
import NIOCore
package import Notifications
package import Places
import Posix

/// The routes of the control socket, in extensions by topic.
package struct ControlAPI: Sendable {
    let places: PlaceDatabase
    let kinds: [any RegionKind.Type]
    let tracker: Tracker
    let fleet: Fleet
    /// From now on, the tracker's device follows these audiences besides its own.
    let followOwn: @Sendable (Set<Audience>) async -> Void
    let notices: NotificationLog
    let listeners: [any NoticeListener]
    /// Of the notification socket; `nil` if nobody counts them.
    let listenerCount: ListenerCount?
    let daemon: Daemon
    /// What is changed by requests, as `favourites`, for those who follow it.
    let changes = LatestChanges<String, Void>()
    /// By the system's clock.
    let now: @Sendable () -> Timestamp

    /// What the API says of the daemon itself.
    package struct Daemon: Sendable {
        package var version: String
        package var started: Timestamp
        /// The position source, as it is configured.
        package var source: String
        /// Whether the times of a trace are moved, so that it began now.
        package var playsAsOfNow: Bool

        package init(
            version: String, started: Timestamp, source: String, playsAsOfNow: Bool = false
        ) {
            self.version = version
            self.started = started
            self.source = source
            self.playsAsOfNow = playsAsOfNow
        }
    }

    package init(
        places: PlaceDatabase, kinds: [any RegionKind.Type] = RegionKinds.all, tracker: Tracker,
        fleet: Fleet,
        followOwn: @escaping @Sendable (Set<Audience>) async -> Void = { _ in },
        notices: NotificationLog, listeners: [any NoticeListener] = NoticeListeners.all,
        listenerCount: ListenerCount? = nil, daemon: Daemon,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.places = places
        self.kinds = kinds
        self.tracker = tracker
        self.fleet = fleet
        self.followOwn = followOwn
        self.notices = notices
        self.listeners = listeners
        self.listenerCount = listenerCount
        self.daemon = daemon
        self.now = now
    }

    /// `descriptor`: a listening Unix socket.
    package func socket(descriptor: Int32, log: Logger) -> ControlSocket {
        ControlSocket(router(), descriptor: descriptor, log: log)
    }

    func router() -> Router<ControlContext> {
        let router = Router.control()
        let description = OpenAPI(kinds: kinds, version: daemon.version).text
        router.add(middleware: DescriptionCheck(description, root: "/v1"))
        let routes = router.group("v1")
        addStatus(to: routes)
        addMetrics(to: routes)
        addDevices(to: routes)
        addChanges(to: routes)
        addRegions(to: routes)
        addNotifications(to: routes)
        addHistory(to: routes)
        addExplanations(to: routes)
        addImports(to: routes)
        addCells(to: routes)
        addPlaces(to: routes)
        addOwnPlaces(to: routes)
        addWatches(to: routes)
        for kind in kinds { addItems(of: kind, to: routes) }
        addReservations(to: routes)
        routes.get("openapi.json") { _, _ in Response.json(text: description) }
        return router
    }
}

// MARK: - What all routes need

extension ControlAPI {
    typealias Routes = RouterGroup<ControlContext>

    /// The device of the tracker.
    var ownDevice: DeviceID { notices.device }

    /// Something has changed that regions are made of. `collection`: what, as in `favourites`.
    func regionsChanged(by collection: String) async {
        await fleet.regionsChanged()
        await tracker.regionsChanged()
        changes.note((), of: collection)
    }

    func caller(_ context: ControlContext) async -> Caller {
        let (device, observer) = await (tracker.device, tracker.observer)
        var caller = Caller(
            account: context.account, now: now(), position: device.position?.coordinate)
        // A receiver's clock is right, however long ago its last fix was.
        if observer.health == nil, let fix = device.position, !fix.isUndated {
            caller.traceTime = fix.time
        }
        return caller
    }

    /// What notices name of the devices in the query, as in `device=anna,ben`; `nil` if it has none.
    func names(_ request: Request) throws(Problem) -> Set<DeviceID?>? {
        let texts = request.uri.queryParameters.filter { $0.key == "device" }.map(\.value)
        if texts.isEmpty { return nil }
        var devices: Set<DeviceID> = []
        for text in texts.flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false) }) {
            guard let device = DeviceID(String(text)) else {
                throw Problem(
                    .badRequest,
                    "device: \(String(text).quoted) is not an id: use \(DeviceID.form)")
            }
            devices.insert(device)
        }
        return notices.names(of: devices)
    }

    /// The query of an address; of items with one name, the last.
    static func query(_ request: Request) -> [String: String] {
        Dictionary(
            request.uri.queryParameters.map { (String($0.key), String($0.value)) },
            uniquingKeysWith: { $1 })
    }
}

extension Problem {
    /// A refusal of the database, as HTTP says it.
    init(_ refusal: Refusal) {
        let isAboutField = refusal.reason == .invalid
        self.init(
            refusal.reason.status, "\(refusal.subject): \(refusal.words)",
            errors: ((isAboutField ? [refusal.words] : []) + refusal.details).map {
                Field(refusal.subject, $0)
            })
        code = refusal.code?.rawValue
        candidates = refusal.candidates.map { .init($0.value, name: $0.name) }
    }

    /// A list of which nothing is added: what is wrong with each draft, by its index in the list.
    init(_ refused: RefusedDrafts) {
        let errors = refused.inOrder.flatMap { index, refusal in
            ([refusal.words] + refusal.details).map { Field("[\(index)].\(refusal.subject)", $0) }
        }
        let statuses = Set(refused.refusals.values.map(\.reason.status))
        let first = errors.first.map { "\($0.field): \($0.detail)" } ?? ""
        self.init(
            statuses.count == 1 ? statuses.first! : .badRequest,
            "nothing was added: \(first)"
                + (errors.count > 1 ? " (and \(errors.count - 1) more)" : ""),
            errors: errors)
    }
}

extension Refusal.Reason {
    fileprivate var status: HTTPResponse.Status {
        switch self {
        case .invalid: .badRequest
        case .forbidden: .forbidden
        case .notFound: .notFound
        case .conflict: .conflict
        case .busy: .serviceUnavailable
        }
    }
}
