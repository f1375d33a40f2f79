import Settings
import Testing

struct SpeedTests {
    @Test(arguments: [
        ("1", Speed.factor(1)), ("60", .factor(60)), ("0.5", .factor(0.5)), ("1e3", .factor(1000)),
        ("max", .max),
    ])
    func `a speed is a factor or max`(argument: String, speed: Speed) throws {
        #expect(try Speed(argument) == speed)
        #expect(try Speed(speed.description) == speed)
    }

    @Test(arguments: ["", "0", "-1", "nan", "inf", "fast", "MAX", "60x", " 1", "1e7", "0.0009"])
    func `anything else is told what to use`(argument: String) {
        #expect(throws: SpeedError.notASpeed(argument)) { try Speed(argument) }
        #expect(
            SpeedError.notASpeed(argument).description
                == "'\(argument)' is not a speed: use a factor from 0.001 to 1000000, or max")
    }
}
