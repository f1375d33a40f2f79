/// Phones, and what to type into their apps.
extension Schema {
    static let phone = made(
        ["id": string, "name": string, "owner": string, "added": time, "version": version],
        optional: [
            "visibility": choice(["arrivals", "position", "owner"]), "topic": string,
            "has_token": flag, "asks_servers": flag,
        ])

    /// With the token, which is shown once.
    static let setUpPhone =
        #"{"allOf": [\#(reference("Phone")), \#(made(["token": string, "setup": setup]))]}"#

    private static let setup = made(
        [
            "owntracks": made([
                "url": string, "user": string, "password": string, "device": string,
                "link": string, "qr": array(string),
            ]),
            "overland": made([
                "url": string, "token": string, "device": string, "link": string,
                "qr": array(string),
            ]),
            "traccar": made([
                "url": string, "device": string, "osmand": string, "gpslogger": string,
                "link": string, "qr": array(string),
            ]),
        ],
        optional: [
            "mqtt": made([
                "topic": string, "host": string, "port": integer, "tls": flag, "link": string,
                "qr": array(string),
            ])
        ])
}
