/// What is subscribed to: a topic, in which `+` stands for any level and `#` for any rest (MQTT 5, 4.7).
package struct TopicFilter: Sendable {
    let text: String

    package init(_ text: String) { self.text = text }

    /// Whether what is published to that topic is wanted.
    package func takes(_ topic: String) -> Bool {
        // The broker's own topics come to those alone who name them (4.7.2).
        let first = text.utf8.first
        if topic.utf8.first == UInt8(ascii: "$"), first == Self.one || first == Self.rest {
            return false
        }
        var levels = Self.levels(of: topic)[...]
        for wanted in Self.levels(of: text) {
            if wanted.elementsEqual([Self.rest]) { return true }
            guard let level = levels.popFirst(),
                wanted.elementsEqual([Self.one]) || wanted.elementsEqual(level)
            else { return false }
        }
        return levels.isEmpty
    }

    private static let one = UInt8(ascii: "+")
    private static let rest = UInt8(ascii: "#")

    /// By bytes, as the broker compares them.
    private static func levels(of topic: String) -> [Substring.UTF8View] {
        topic.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { Substring($0).utf8 }
    }
}
