import Formats
import Geofencing

extension NtfyPublication {
    init(_ notice: Notice, topic: String, now: Timestamp) {
        let personal = PersonalNotice(notice)
        let words = MessageWords([personal], .here, now: now)
        var title = words.title
        if let device = notice.device { title += " · \(device)" }
        self.init(
            topic: topic, title: title, message: words.line([personal], isFirst: true),
            rings: now - notice.happened(orElse: now) <= MessageRules.lateness,
            kind: notice.region.kind, at: notice.region.center, id: notice.id)
        let center = notice.region.center
        actions = [Action(label: "Route", url: "geo:\(center.latitude),\(center.longitude)")]
        if let website = notice.deal["website"] ?? notice.place?.website, website.isOfWeb {
            actions?.append(Action(label: "Website", url: website))
        }
    }
}

extension String {
    fileprivate var isOfWeb: Bool { hasPrefix("https://") || hasPrefix("http://") }
}
