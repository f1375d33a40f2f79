import Geofencing
import Testing

struct DeviceIDTests {
    @Test(arguments: [
        ("desk", "desk"), ("Pi-Car", "pi-car"), ("pi.example.org", "pi.example.org"),
        ("Anna's phone", "anna-s-phone"), ("_-.x", "x"), ("Jörg", "j-rg"), ("İ", "i-"),
        ("", "localhost"), ("-_-", "localhost"), ("東京", "localhost"), ("a\0b", "a-b"),
        (String(repeating: "x", count: 65), String(repeating: "x", count: 64)),
    ])
    func `a name is made to fit`(name: String, id: String) {
        #expect(DeviceID(fitting: name).description == id)
        #expect(DeviceID(id) == DeviceID(fitting: name))
    }

    @Test(arguments: [
        "", "A", "-a", ".", "a b", "a/b", "é", "a\0", "a\n", String(repeating: "x", count: 65),
    ])
    func `what is no id is refused`(text: String) {
        #expect(DeviceID(text) == nil)
    }
}
