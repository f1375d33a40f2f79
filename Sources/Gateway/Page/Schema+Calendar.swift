import Community

/// What groups have planned.
extension Schema {
    static let eventPlace = made(
        [:],
        optional: [
            "text": string, "lat": number, "lon": number, "radius": number, "place": string,
            "site": integer, "site_name": string,
        ])

    static let calendarLink = made(
        ["url": string, "webcal": string, "qr": array(string)])

    private static let moment =
        described("string", "A time, or of whole days a day as in 2026-11-24.")

    static let event = made(
        [
            "id": integer, "what": string, "start": moment, "end": moment, "all_day": flag,
            "zone": string, "people": array(reference("Somebody")), "by": reference("Somebody"),
            "version": version,
        ], optional: ["where": eventPlace, "note": string])
}
