extension CommunitySchema {
    /// What households have, and the keys of what was made in any group.
    static let households = """
        -- What a request with a key has made, so that the same request makes nothing again.
        CREATE TABLE made_key (
            id INTEGER PRIMARY KEY,
            person TEXT REFERENCES person (id) ON DELETE CASCADE,  -- NULL: this machine
            key TEXT NOT NULL,
            kind TEXT NOT NULL,         -- as in item
            group_id TEXT NOT NULL REFERENCES "group" (id) ON DELETE CASCADE,
            number INTEGER NOT NULL,    -- of what was made
            made INTEGER NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX made_key_key ON made_key (coalesce(person, ''), key);
        CREATE INDEX made_key_person ON made_key (person);
        CREATE INDEX made_key_group ON made_key (group_id);
        CREATE INDEX made_key_made ON made_key (made);

        -- What is to be bought.
        CREATE TABLE item (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            group_id TEXT NOT NULL REFERENCES "group" (id) ON DELETE CASCADE,
            text TEXT NOT NULL,
            amount TEXT,                -- as typed, "2 l"
            target TEXT NOT NULL,       -- where it can be had, as a favourite says it
            author TEXT REFERENCES person (id) ON DELETE SET NULL,
            added INTEGER NOT NULL,
            stock INTEGER               -- the number that it had in the inventory; NULL: none
        ) STRICT;
        CREATE INDEX item_group ON item (group_id, target);
        CREATE INDEX item_author ON item (author);

        -- Whoever has paid or owes something in a household. It stays when the person is forgotten, so
        -- that the sums stay zero.
        CREATE TABLE party (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            group_id TEXT NOT NULL REFERENCES "group" (id) ON DELETE CASCADE,
            person TEXT REFERENCES person (id) ON DELETE SET NULL,
            UNIQUE (group_id, person)
        ) STRICT;
        CREATE INDEX party_person ON party (person);

        CREATE TABLE bill (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            group_id TEXT NOT NULL REFERENCES "group" (id) ON DELETE CASCADE,
            what TEXT NOT NULL,
            amount INTEGER NOT NULL CHECK (amount > 0),  -- minor units of the household's currency
            date TEXT NOT NULL,         -- 2026-05-01
            kind TEXT NOT NULL,         -- bill or payment
            payer INTEGER NOT NULL REFERENCES party (id),
            equal INTEGER NOT NULL,     -- whether the shares are made of the amount
            author TEXT REFERENCES person (id) ON DELETE SET NULL,
            written INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX bill_group ON bill (group_id, date, id);
        CREATE INDEX bill_payer ON bill (payer, amount);
        CREATE INDEX bill_author ON bill (author);

        -- What of a bill is whose; together, its amount.
        CREATE TABLE bill_share (
            number INTEGER PRIMARY KEY,  -- in the order of the members
            bill INTEGER NOT NULL REFERENCES bill (id) ON DELETE CASCADE,
            party INTEGER NOT NULL REFERENCES party (id),
            amount INTEGER NOT NULL CHECK (amount >= 0),
            UNIQUE (bill, party)
        ) STRICT;
        CREATE INDEX bill_share_party ON bill_share (party, amount);

        -- What there is at home.
        CREATE TABLE stock (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            group_id TEXT NOT NULL REFERENCES "group" (id) ON DELETE CASCADE,
            text TEXT NOT NULL,
            amount TEXT,
            target TEXT,                -- of the item that it was; NULL: it was none
            author TEXT REFERENCES person (id) ON DELETE SET NULL,
            added INTEGER NOT NULL,
            bill INTEGER REFERENCES bill (id) ON DELETE SET NULL,  -- what it has cost
            item INTEGER                -- the number that it had on the list; NULL: none
        ) STRICT;
        CREATE INDEX stock_group ON stock (group_id);
        CREATE INDEX stock_author ON stock (author);
        CREATE INDEX stock_bill ON stock (bill);
        """

    /// SQLite changes no check of a column: there are new columns, with what was in the old ones.
    static let refunds = """
        DROP INDEX bill_payer;
        DROP INDEX bill_share_party;
        ALTER TABLE bill RENAME COLUMN amount TO old_amount;
        ALTER TABLE bill_share RENAME COLUMN amount TO old_amount;
        -- Minor units; below zero: money that came back.
        ALTER TABLE bill ADD COLUMN amount INTEGER NOT NULL DEFAULT 1 CHECK (amount <> 0);
        ALTER TABLE bill_share ADD COLUMN amount INTEGER NOT NULL DEFAULT 0;
        UPDATE bill SET amount = old_amount;
        UPDATE bill_share SET amount = old_amount;
        ALTER TABLE bill DROP COLUMN old_amount;
        ALTER TABLE bill_share DROP COLUMN old_amount;
        CREATE INDEX bill_payer ON bill (payer, amount);
        CREATE INDEX bill_share_party ON bill_share (party, amount);
        """

    /// Lists and inventories become one table. Items keep their numbers. Stocks come after all numbers
    /// that there were: what was stock 3 is thing 3 + `first`.
    static let things = """
        CREATE TABLE thing (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            group_id TEXT NOT NULL REFERENCES "group" (id) ON DELETE CASCADE,
            state TEXT NOT NULL,        -- wanted or home
            text TEXT NOT NULL,
            amount TEXT,                -- as typed, "2 l"
            target TEXT NOT NULL,       -- where it can be had, as a favourite says it
            author TEXT REFERENCES person (id) ON DELETE SET NULL,
            added INTEGER NOT NULL,
            bill INTEGER REFERENCES bill (id) ON DELETE SET NULL,  -- what it has cost
            was INTEGER                 -- its number in the other state; NULL: it has not been there
        ) STRICT;
        CREATE TABLE old_stock (first INTEGER NOT NULL) STRICT;
        INSERT INTO old_stock
            SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name IN ('item', 'stock');
        INSERT INTO thing
            SELECT id, group_id, 'wanted', text, amount, target, author, added, NULL, stock + first
            FROM item, old_stock;
        INSERT INTO thing
            SELECT id + first, group_id, 'home', text, amount, coalesce(target, 'shop=supermarket'),
                author, added, bill, item
            FROM stock, old_stock;
        DELETE FROM sqlite_sequence WHERE name = 'thing';
        INSERT INTO sqlite_sequence SELECT 'thing', 2 * first FROM old_stock;
        UPDATE made_key SET number = number + (SELECT first FROM old_stock)
            WHERE kind IN ('stock', 'purchase');
        UPDATE made_key SET kind = iif(kind = 'item', 'wanted', 'home')
            WHERE kind IN ('item', 'stock');
        CREATE INDEX thing_group ON thing (group_id, state, target);
        CREATE INDEX thing_author ON thing (author);
        CREATE INDEX thing_bill ON thing (bill);
        DROP TABLE item;
        DROP TABLE stock;
        INSERT OR IGNORE INTO forgetting VALUES (1);
        """
}
