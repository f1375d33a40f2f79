/// What households have.
extension Schema {
    /// Whoever wrote or did something in a group.
    static let somebody = made([
        "person": #"{"type": ["string", "null"], "description": "Null: they are forgotten."}"#,
        "name": described("string", "As the group calls them; empty: they are forgotten."),
    ])

    private static let minorUnits =
        described("integer", "Minor units of the household's currency, as cents.")

    static func thing(_ view: ThingView) -> String {
        made(
            ["id": integer, "by": reference("Somebody"), "added": time, "version": version],
            optional: [
                "is_somewhere":
                    described(
                        "boolean",
                        "Whether the map has such a place: else nobody is told of it anywhere. Missing for the moment until that is known."
                    )
            ], fields: view.members(isNew: true) + view.chooses(required: true))
    }

    private static let partyMembers: KeyValuePairs<String, String> = [
        "party":
            #"{"type": ["integer", "null"], "description": "A number that stays when they are forgotten."}"#,
        "person": #"{"type": ["string", "null"], "description": "Null: they are forgotten."}"#,
        "name": string,
    ]

    static let party = made(partyMembers)

    static let bill = made([
        "id": integer, "what": string,
        "amount":
            described(
                "integer",
                "Minor units of the household's currency, as cents; below zero: money that came back."
            ),
        "date": #"{"type": "string", "format": "date"}"#, "kind": choice(["bill", "payment"]),
        "paid_by": reference("Party"),
        "shares": array(
            #"{"allOf": [\#(reference("Party")), \#(made(["amount": minorUnits]))]}"#),
        "equal": described("boolean", "Whether the shares are made of the amount."),
        "by": reference("Somebody"), "written": time, "may_edit": flag, "version": version,
    ])

    static let balances = made(
        [
            "digits": described("integer", "Of the minor unit: 2 for cents."),
            "balances": array(
                #"{"allOf": [\#(reference("Party")), \#(made(["is_member": flag, "balance": minorUnits]))]}"#
            ),
            "payments": array(
                made([
                    "from": reference("Party"), "to": reference("Party"), "amount": minorUnits,
                ])),
        ], optional: ["currency": string])
}
