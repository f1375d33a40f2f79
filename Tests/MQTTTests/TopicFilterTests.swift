import Testing

@testable import MQTT

@Suite struct TopicFilterTests {
    @Test(arguments: [
        ("owntracks/+/+", ["owntracks/a/b", "owntracks//", "owntracks/á/📱"]),
        ("#", ["a", "a/b", "/"]), ("a/#", ["a", "a/", "a/b/c"]), ("+", ["a"]), ("+/+", ["/a"]),
        ("a/+/c", ["a/b/c", "a//c"]), ("a/b", ["a/b"]), ("$x/#", ["$x/y"]),
        ("+/$x", ["a/$x"]),
    ])
    func `a filter takes its topics`(filter: String, topics: [String]) {
        for topic in topics { #expect(TopicFilter(filter).takes(topic), "\(topic)") }
    }

    @Test(arguments: [
        ("owntracks/+/+", ["owntracks/a", "owntracks/a/b/event", "x/a/b", "Owntracks/a/b"]),
        ("#", ["$SYS/x"]), ("+/x", ["$SYS/x"]), ("a/#", ["ab", "b/a"]), ("+", ["/a", "a/b"]),
        ("a/b", ["a/b/", "a", "/a/b"]), ("a/+", ["a"]),
        // Of the same letter, written in two ways.
        ("\u{E1}", ["a\u{301}"]),
    ])
    func `a filter takes no others`(filter: String, topics: [String]) {
        for topic in topics { #expect(!TopicFilter(filter).takes(topic), "\(topic)") }
    }
}
