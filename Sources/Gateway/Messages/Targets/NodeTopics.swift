/// The topics below `geofenced` where one gateway tells what it knows.
package struct NodeTopics: Hashable, Sendable {
    /// What tells it from others at the same broker; `nil`: it is the only one.
    package let node: String?

    package init(node: String? = nil) { self.node = node }

    private var root: String { node.map { "geofenced/\($0)" } ?? "geofenced" }

    /// Where the gateway says that it is there, `online` or `offline`.
    package var availability: String { "\(root)/gateway/online" }

    /// What comes before a person's id.
    var messages: String { "\(root)/messages" }

    func position(of device: String) -> String { "\(root)/positions/\(device)" }
    func event(of device: String) -> String { "\(root)/events/\(device)" }
    func region(_ region: String, of device: String) -> String {
        "\(root)/regions/\(device)/\(region)"
    }
}
