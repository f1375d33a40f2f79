import Formats
import Geofencing
import Testing

@Suite struct LocalClockTests {
    /// What clocks show, and when that is, in hours since the day began in UTC.
    @Test(
        arguments: [
            // 2026-03-29: 2:00 to 3:00 is passed over; 2026-10-25: it comes twice.
            ("Europe/Amsterdam", 1_774_742_400, 1.5, 0.5),
            ("Europe/Amsterdam", 1_774_742_400, 2.5, 1.5),
            ("Europe/Amsterdam", 1_774_742_400, 3.5, 1.5),
            ("Europe/Amsterdam", 1_792_886_400, 2.5, 0.5),
            ("Europe/Amsterdam", 1_792_886_400, 3.5, 2.5),
            ("Africa/Cairo", 1_776_988_800, 0, -2), ("America/New_York", 1_774_742_400, 0, 4),
            ("Asia/Kathmandu", 1_774_742_400, 5.75, 0),
            // 30 December 2011 was no day on Samoa.
            ("Pacific/Apia", 1_325_203_200, 0, 10),
        ] as [(String, Int64, Double, Double)])
    func `what clocks show is a time`(
        zone: String, day: Int64, shown: Double, hours: Double
    ) throws {
        let clock = try #require(LocalClock(zone: zone))
        let date = CivilDate(daysSince1970: day / 86_400)
        let time = clock.time(date, second: Int(shown * 3600))
        #expect(time.milliseconds == (day + Int64(hours * 3600)) * 1000)
    }
}
