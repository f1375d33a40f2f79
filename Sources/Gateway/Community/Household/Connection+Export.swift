import SQLite

/// What is known of a person in households.
extension Connection {
    /// The oldest first.
    func ownBills(of person: PersonID) throws -> [PersonExport.OwnBill] {
        try rows(
            """
            SELECT bill.group_id, bill.what, bill.amount, bill.date, bill.kind,
                bill.author IS :person, payer.person IS :person,
                (SELECT bill_share.amount FROM bill_share
                    JOIN party ON party.id = bill_share.party
                    WHERE bill_share.bill = bill.id AND party.person = :person)
            FROM bill JOIN party payer ON payer.id = bill.payer
            WHERE bill.id IN (
                SELECT id FROM bill WHERE author = :person
                UNION SELECT bill.id FROM party JOIN bill ON bill.payer = party.id
                    WHERE party.person = :person
                UNION SELECT bill_share.bill FROM party
                    JOIN bill_share ON bill_share.party = party.id WHERE party.person = :person)
            ORDER BY bill.id
            """, ["person": .id(person)]
        ) { row in
            PersonExport.OwnBill(
                group: row.group(0), what: row.text(1) ?? "", amount: row.integer(2),
                date: row.text(3) ?? "", kind: row.text(4) ?? "", wrote: row.integer(5) != 0,
                paid: row.integer(6) != 0, share: row.integerIfAny(7))
        }
    }
}
