import Posix
import Testing

@Suite struct TimeZoneFileTests {
    @Test(arguments: ["localtime", "posixrules", "Factory", "posix/UTC", "right/UTC", "../UTC"])
    func `what is no zone of the tz database is none`(name: String) {
        #expect(TimeZoneFile(named: name) == nil)
    }
}
