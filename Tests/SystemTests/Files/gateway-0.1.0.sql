-- What a gateway of 0.1.0 has kept of two households, when lists (item) and inventories (stock) were
-- tables of their own; at the time of the tests, and without when it has looked at the clock.
PRAGMA application_id = 1734700903;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE schema_part (
    name TEXT PRIMARY KEY,
    steps INTEGER NOT NULL  -- how many of its steps have been taken
) STRICT;
INSERT INTO schema_part VALUES('community',13);
INSERT INTO schema_part VALUES('messages',7);
CREATE TABLE person (
    number INTEGER PRIMARY KEY AUTOINCREMENT,  -- in the order in which they came
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    folded TEXT NOT NULL,       -- the name as it is compared
    admin INTEGER NOT NULL,
    added INTEGER NOT NULL,
    uid INTEGER UNIQUE,         -- of their account on this machine, if it is known
    account TEXT                -- its user name
) STRICT;
INSERT INTO person VALUES(1,'anna','Anna','anna',0,1777636800,NULL,NULL);
INSERT INTO person VALUES(2,'ben','Ben','ben',0,1777636800,NULL,NULL);
INSERT INTO person VALUES(3,'carl','Carl','carl',0,1777636800,NULL,NULL);
CREATE TABLE session (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    hash BLOB NOT NULL UNIQUE,  -- SHA-256 of the secret
    device TEXT NOT NULL,
    began INTEGER NOT NULL,
    last_used INTEGER NOT NULL
) STRICT;
CREATE TABLE newcomer (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    hash BLOB NOT NULL UNIQUE,  -- SHA-256 of the secret
    code BLOB UNIQUE,           -- SHA-256 of the letters that are shown; NULL: a sign-up
    name TEXT,                  -- of a sign-up
    device TEXT NOT NULL,
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    -- As whom they come in; NULL: nobody has said so yet.
    person TEXT REFERENCES person (id) ON DELETE CASCADE
, session INTEGER REFERENCES session (id) ON DELETE CASCADE, origin BLOB) STRICT;
CREATE TABLE taken (
    hash BLOB PRIMARY KEY       -- SHA-256, so that no name is left
) STRICT, WITHOUT ROWID;
INSERT INTO taken VALUES(X'102a5eeb7cb1f7b3a4ba679082cc2c8cea0b2bf25ecd8e38feaf507093340320');
INSERT INTO taken VALUES(X'658c54367ddea487313e3602baf477c40b95420125b8c0dcd453c8012c9591b2');
INSERT INTO taken VALUES(X'66cdd1ed24ccfeb982dcdd7c2694753e7b6786ca0991f66ceeede99b760f8717');
INSERT INTO taken VALUES(X'92b27a2c2fe8a35dbb387932007da6bf0ca6477dee11f2dbdee137ba55a3bbb8');
INSERT INTO taken VALUES(X'd6667a42679f386fb84823b8df19027e57bc253b0984386672c0f39bf0173366');
CREATE TABLE clock (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    time INTEGER NOT NULL,
    uptime REAL NOT NULL,       -- seconds since the machine was switched on
    boot TEXT NOT NULL          -- what the kernel calls that
) STRICT;
CREATE TABLE forgetting (
    one INTEGER PRIMARY KEY CHECK (one = 1)
) STRICT;
INSERT INTO forgetting VALUES(1);
CREATE TABLE IF NOT EXISTS "group" (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,         -- household or organisation
    name TEXT NOT NULL,
    only TEXT UNIQUE,           -- of an organisation: the name as it is compared
    currency TEXT,
    created INTEGER NOT NULL
) STRICT;
INSERT INTO "group" VALUES(1,'home','household','Home',NULL,NULL,1777636800);
INSERT INTO "group" VALUES(2,'nest','household','Nest',NULL,NULL,1777636800);
CREATE TABLE member (
    number INTEGER PRIMARY KEY AUTOINCREMENT,  -- in the order in which they came
    group_id TEXT NOT NULL REFERENCES "group" (id) ON DELETE CASCADE,
    person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    role TEXT NOT NULL,         -- member or admin
    joined INTEGER NOT NULL,
    nick_name TEXT,
    staff_number TEXT,
    UNIQUE (group_id, person)
) STRICT;
INSERT INTO member VALUES(1,'home','anna','admin',1777636800,NULL,NULL);
INSERT INTO member VALUES(2,'nest','anna','admin',1777636800,NULL,NULL);
INSERT INTO member VALUES(3,'home','ben','member',1777636800,NULL,NULL);
INSERT INTO member VALUES(4,'home','carl','member',1777636800,NULL,NULL);
CREATE TABLE site (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    group_id TEXT NOT NULL REFERENCES "group" (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    address TEXT,
    lat REAL NOT NULL,          -- degrees
    lon REAL NOT NULL,
    radius REAL NOT NULL        -- metres
) STRICT;
CREATE TABLE member_site (
    group_id TEXT NOT NULL,
    person TEXT NOT NULL,
    site INTEGER NOT NULL REFERENCES site (id) ON DELETE CASCADE,
    PRIMARY KEY (group_id, person, site),
    FOREIGN KEY (group_id, person) REFERENCES member (group_id, person) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE TABLE group_place (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    group_id TEXT NOT NULL REFERENCES "group" (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    lat REAL NOT NULL,          -- degrees
    lon REAL NOT NULL,
    radius REAL NOT NULL        -- metres
) STRICT;
CREATE TABLE link (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    hash BLOB NOT NULL UNIQUE,  -- SHA-256 of the secret
    -- One of the two: whom it signs in, or what it invites to.
    person TEXT REFERENCES person (id) ON DELETE CASCADE,
    group_id TEXT REFERENCES "group" (id) ON DELETE CASCADE,
    inviter TEXT,               -- NULL: this machine
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL, session INTEGER REFERENCES session (id) ON DELETE CASCADE,
    CHECK ((person IS NULL) <> (group_id IS NULL)),
    FOREIGN KEY (group_id, inviter) REFERENCES member (group_id, person) ON DELETE CASCADE
) STRICT;
INSERT INTO link VALUES(1,X'be6e486c50a6a2d576d11fbaee324fa5e3487429ff6510579c988946e0b2cca2','anna',NULL,NULL,1777636800,1795944132,NULL);
INSERT INTO link VALUES(2,X'909555200940c9b60368b139fa26751928b4c5c8d2a99fcebff99c95953aaa4f','ben',NULL,NULL,1777636800,1795944132,NULL);
INSERT INTO link VALUES(3,X'4c0314f44a7c35bf9cefd930eb60f797d6c2f754708e488e03335fe90702d0fd','carl',NULL,NULL,1777636800,1795944132,NULL);
CREATE TABLE request (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    group_id TEXT NOT NULL REFERENCES "group" (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,         -- asks_person or asks_group
    -- Who would become a member; NULL: the household asked for a name that nobody has.
    person TEXT REFERENCES person (id) ON DELETE CASCADE,
    name TEXT,                  -- as it was written; NULL once it is closed
    name_hash BLOB,             -- SHA-256 of the folded name, so that nobody is asked twice
    asker TEXT REFERENCES person (id) ON DELETE SET NULL,
    site INTEGER REFERENCES site (id) ON DELETE SET NULL,
    asked INTEGER NOT NULL,
    state TEXT NOT NULL,        -- open, declined (by the person), closed
    UNIQUE (group_id, name_hash),
    UNIQUE (group_id, person)
) STRICT;
INSERT INTO request VALUES(1,'home','asks_person','ben',NULL,X'6700869c8ff7480e34a70a708b028700dbaa3a033b5652b903afe89f49a31456','anna',NULL,1777636800,'closed');
INSERT INTO request VALUES(2,'home','asks_person','carl',NULL,X'69bfe1e6e44821df7f8a0927bd7e61ef208fdb25deaa4353450bc3fb904abd52','anna',NULL,1777636800,'closed');
CREATE TABLE phone (
    device TEXT PRIMARY KEY,    -- its id at the daemon
    name TEXT NOT NULL,
    owner TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    added INTEGER NOT NULL
, token BLOB, topic TEXT, in_address INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE sharing (
    device TEXT NOT NULL REFERENCES phone (device) ON DELETE CASCADE,
    group_id TEXT NOT NULL,
    owner TEXT NOT NULL,
    level TEXT NOT NULL,        -- arrivals or position
    until INTEGER, since INTEGER NOT NULL DEFAULT 0,              -- NULL: until the owner ends it
    PRIMARY KEY (device, group_id),
    FOREIGN KEY (group_id, owner) REFERENCES member (group_id, person) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE TABLE own_source (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    owner TEXT REFERENCES person (id) ON DELETE CASCADE
) STRICT;
CREATE TABLE tip (
    place TEXT NOT NULL,        -- its id at the daemon
    person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    rating INTEGER,             -- 1 to 5; NULL: none
    text TEXT,
    written INTEGER NOT NULL,
    PRIMARY KEY (place, person)
) STRICT, WITHOUT ROWID;
CREATE TABLE metrics_token (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    hash BLOB NOT NULL          -- SHA-256
) STRICT;
CREATE TABLE arrival (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    group_id TEXT NOT NULL,
    place INTEGER NOT NULL REFERENCES group_place (id) ON DELETE CASCADE,
    asker TEXT NOT NULL,        -- who is told
    person TEXT NOT NULL,       -- who comes or goes
    transition TEXT NOT NULL,   -- enter or exit
    asked INTEGER NOT NULL,
    state TEXT NOT NULL,        -- waits (for the person), allowed, ended (by the person)
    -- Whether the person has ended it, and not allowed it since: asking again waits.
    ended INTEGER NOT NULL, since INTEGER NOT NULL DEFAULT 0,
    UNIQUE (place, asker, person, transition),
    FOREIGN KEY (group_id, asker) REFERENCES member (group_id, person) ON DELETE CASCADE,
    FOREIGN KEY (group_id, person) REFERENCES member (group_id, person) ON DELETE CASCADE
) STRICT;
CREATE TABLE made_key (
    id INTEGER PRIMARY KEY,
    person TEXT REFERENCES person (id) ON DELETE CASCADE,  -- NULL: this machine
    key TEXT NOT NULL,
    kind TEXT NOT NULL,         -- as in item
    group_id TEXT NOT NULL REFERENCES "group" (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,    -- of what was made
    made INTEGER NOT NULL
) STRICT;
INSERT INTO made_key VALUES(1,'anna','a1','item','home',1,1777636800);
INSERT INTO made_key VALUES(2,'anna','a2','item','home',2,1777636800);
INSERT INTO made_key VALUES(3,'anna','a3','item','home',3,1777636800);
INSERT INTO made_key VALUES(4,'anna','a4','item','home',4,1777636800);
INSERT INTO made_key VALUES(5,'anna','a5','item','home',5,1777636800);
INSERT INTO made_key VALUES(6,'ben','b1','purchase','home',1,1777636800);
INSERT INTO made_key VALUES(7,'ben','b2','purchase','home',2,1777636800);
INSERT INTO made_key VALUES(8,'anna','u1','used up','home',7,1777636800);
INSERT INTO made_key VALUES(9,'anna','s1','stock','home',3,1777636800);
INSERT INTO made_key VALUES(10,'anna','s2','stock','home',4,1777636800);
INSERT INTO made_key VALUES(11,'anna','r1','bill','home',2,1777636800);
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
INSERT INTO item VALUES(4,'home','Eggs','12','shop=supermarket','anna',1777636800,NULL);
INSERT INTO item VALUES(6,'home','Aspirin',NULL,'shop=chemist','ben',1777636800,NULL);
INSERT INTO item VALUES(7,'home','Bread',NULL,'shop=bakery','anna',1777636800,2);
INSERT INTO item VALUES(8,'home','Honey',NULL,'shop=supermarket','carl',1777636800,NULL);
INSERT INTO item VALUES(9,'nest','Soap',NULL,'shop=supermarket','anna',1777636800,NULL);
CREATE TABLE party (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    group_id TEXT NOT NULL REFERENCES "group" (id) ON DELETE CASCADE,
    person TEXT REFERENCES person (id) ON DELETE SET NULL,
    UNIQUE (group_id, person)
) STRICT;
INSERT INTO party VALUES(1,'home','ben');
INSERT INTO party VALUES(2,'home','anna');
INSERT INTO party VALUES(3,'home','carl');
CREATE TABLE bill (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    group_id TEXT NOT NULL REFERENCES "group" (id) ON DELETE CASCADE,
    what TEXT NOT NULL,
    date TEXT NOT NULL,         -- 2026-05-01
    kind TEXT NOT NULL,         -- bill or payment
    payer INTEGER NOT NULL REFERENCES party (id),
    equal INTEGER NOT NULL,     -- whether the shares are made of the amount
    author TEXT REFERENCES person (id) ON DELETE SET NULL,
    written INTEGER NOT NULL
, amount INTEGER NOT NULL DEFAULT 1 CHECK (amount <> 0)) STRICT;
INSERT INTO bill VALUES(1,'home','Milk','2026-11-28','bill',1,1,'ben',1777636800,251);
INSERT INTO bill VALUES(2,'home','Rent','2026-05-01','bill',2,1,'anna',1777636800,100000);
CREATE TABLE bill_share (
    number INTEGER PRIMARY KEY,  -- in the order of the members
    bill INTEGER NOT NULL REFERENCES bill (id) ON DELETE CASCADE,
    party INTEGER NOT NULL REFERENCES party (id),
    amount INTEGER NOT NULL DEFAULT 0,
    UNIQUE (bill, party)
) STRICT;
INSERT INTO bill_share VALUES(1,1,2,83);
INSERT INTO bill_share VALUES(2,1,1,85);
INSERT INTO bill_share VALUES(3,1,3,83);
INSERT INTO bill_share VALUES(4,2,2,33334);
INSERT INTO bill_share VALUES(5,2,1,33333);
INSERT INTO bill_share VALUES(6,2,3,33333);
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
INSERT INTO stock VALUES(1,'home','Milk','2 l','shop=supermarket','ben',1777636800,1,1);
INSERT INTO stock VALUES(3,'home','Rice','1 kg',NULL,'anna',1777636800,NULL,NULL);
INSERT INTO stock VALUES(5,'home','Tea','1 box','shop=supermarket','anna',1777636800,NULL,3);
INSERT INTO stock VALUES(6,'nest','Flour',NULL,NULL,'anna',1777636800,NULL,NULL);
CREATE TABLE picture (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    group_id TEXT NOT NULL REFERENCES "group" (id) ON DELETE CASCADE,
    bytes BLOB NOT NULL
) STRICT;
CREATE TABLE bulletin (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    group_id TEXT NOT NULL REFERENCES "group" (id) ON DELETE CASCADE,
    site INTEGER REFERENCES site (id) ON DELETE CASCADE,  -- NULL: all
    author TEXT REFERENCES person (id) ON DELETE SET NULL,
    title TEXT NOT NULL,
    text TEXT NOT NULL,
    starts INTEGER NOT NULL,
    ends INTEGER,               -- NULL: never
    made INTEGER NOT NULL,
    picture INTEGER REFERENCES picture (id) ON DELETE SET NULL
) STRICT;
CREATE TABLE deal (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    group_id TEXT NOT NULL REFERENCES "group" (id) ON DELETE CASCADE,
    site INTEGER REFERENCES site (id) ON DELETE SET NULL,
    picture INTEGER REFERENCES picture (id) ON DELETE SET NULL
) STRICT;
CREATE TABLE bulletin_read (
    bulletin INTEGER NOT NULL REFERENCES bulletin (id) ON DELETE CASCADE,
    person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    read INTEGER NOT NULL,
    PRIMARY KEY (bulletin, person)
) STRICT, WITHOUT ROWID;
CREATE TABLE bulletin_told (
    bulletin INTEGER NOT NULL REFERENCES bulletin (id) ON DELETE CASCADE,
    person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    told INTEGER NOT NULL,
    PRIMARY KEY (bulletin, person)
) STRICT, WITHOUT ROWID;
CREATE TABLE form (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    group_id TEXT NOT NULL REFERENCES "group" (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    every_days INTEGER,         -- how often each member is due; NULL: never
    is_open INTEGER NOT NULL,
    version INTEGER NOT NULL,   -- of the questions, from 1
    made INTEGER NOT NULL
) STRICT;
CREATE TABLE form_version (
    form INTEGER NOT NULL REFERENCES form (id) ON DELETE CASCADE,
    version INTEGER NOT NULL,
    questions TEXT NOT NULL,    -- JSON
    PRIMARY KEY (form, version)
) STRICT, WITHOUT ROWID;
CREATE TABLE review (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    group_id TEXT NOT NULL REFERENCES "group" (id) ON DELETE CASCADE,
    form INTEGER NOT NULL,
    form_version INTEGER NOT NULL,
    person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    observer TEXT REFERENCES person (id) ON DELETE SET NULL,
    site INTEGER REFERENCES site (id) ON DELETE SET NULL,
    date TEXT NOT NULL,         -- as 2026-05-01
    answers TEXT NOT NULL,      -- JSON, one for each question
    result TEXT,
    remark TEXT,
    FOREIGN KEY (form, form_version) REFERENCES form_version (form, version)
        ON DELETE CASCADE
) STRICT;
CREATE TABLE event (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    group_id TEXT NOT NULL REFERENCES "group" (id) ON DELETE CASCADE,
    uid TEXT NOT NULL UNIQUE,   -- by which calendars know it again
    what TEXT NOT NULL,
    starts INTEGER NOT NULL,    -- Unix seconds; of whole days: when the first begins
    ends INTEGER NOT NULL,      -- of whole days: when the last is over
    first_day INTEGER,          -- since 1970-01-01; NULL: it has times
    last_day INTEGER,
    zone TEXT NOT NULL,         -- of the tz database
    address TEXT,
    lat REAL,                   -- degrees; NULL: nowhere, or at the site
    lon REAL,
    radius REAL,                -- metres
    place TEXT,                 -- its id at the daemon
    site INTEGER REFERENCES site (id) ON DELETE SET NULL,
    note TEXT,
    author TEXT REFERENCES person (id) ON DELETE SET NULL,
    made INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    sequence INTEGER NOT NULL   -- how often it was changed
) STRICT;
CREATE TABLE event_person (
    event INTEGER NOT NULL REFERENCES event (id) ON DELETE CASCADE,
    person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    PRIMARY KEY (event, person)
) STRICT, WITHOUT ROWID;
CREATE TABLE calendar (
    group_id TEXT NOT NULL,
    person TEXT NOT NULL,
    hash BLOB NOT NULL UNIQUE,  -- SHA-256 of the secret
    made INTEGER NOT NULL,
    PRIMARY KEY (group_id, person),
    FOREIGN KEY (group_id, person) REFERENCES member (group_id, person) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE TABLE site_left (
    site INTEGER NOT NULL REFERENCES site (id) ON DELETE CASCADE,
    lat REAL NOT NULL,          -- degrees
    lon REAL NOT NULL,
    PRIMARY KEY (site, lat, lon)
) STRICT, WITHOUT ROWID;
CREATE TABLE notice_cursor (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    after INTEGER NOT NULL,    -- the number of the last notice that was dealt with
    log TEXT                   -- the id of its log
) STRICT;
CREATE TABLE message (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    time INTEGER NOT NULL,     -- milliseconds since 1970 (UTC), by the clock of the fixes
    happened INTEGER NOT NULL, -- the same, by the system's clock: when it is late
    made INTEGER NOT NULL,     -- milliseconds since 1970 (UTC)
    title TEXT NOT NULL,
    lines TEXT NOT NULL,       -- JSON: [{"text","kind","region","transition"}]
    place TEXT,                -- JSON: what the notices say of it
    latitude REAL,             -- degrees, WGS 84
    longitude REAL,            -- degrees, WGS 84
    device TEXT,
    notices TEXT NOT NULL,     -- JSON: the CloudEvents ids
    is_late INTEGER NOT NULL,
    rings INTEGER NOT NULL,
    is_read INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE told (
    person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    notice TEXT NOT NULL,      -- its CloudEvents id
    message INTEGER NOT NULL REFERENCES message ON DELETE CASCADE,
    reason TEXT NOT NULL,      -- the region or the watch, the transition, and whose it is
    place TEXT,                -- the place's id
    latitude REAL NOT NULL,    -- degrees, WGS 84: the middle of the circle
    longitude REAL NOT NULL,
    time INTEGER NOT NULL, items TEXT,     -- milliseconds since 1970 (UTC), by the clock of the fixes
    PRIMARY KEY (person, notice)
) STRICT, WITHOUT ROWID;
CREATE TABLE delivery (
    way TEXT NOT NULL,         -- as in ntfy
    person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    message INTEGER NOT NULL REFERENCES message ON DELETE CASCADE,
    target TEXT NOT NULL, delivered INTEGER,      -- where to, as the way knows it
    PRIMARY KEY (way, person, message)
) STRICT, WITHOUT ROWID;
CREATE TABLE message_settings (
    person TEXT PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
    settings TEXT NOT NULL     -- JSON, as /api/settings has it
) STRICT, WITHOUT ROWID;
CREATE TABLE mute (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    subject TEXT NOT NULL,     -- region, place or target
    value TEXT NOT NULL,       -- its id; of a target, a brand or a category
    title TEXT NOT NULL,
    UNIQUE (person, subject, value)
) STRICT;
CREATE TABLE target (
    id TEXT PRIMARY KEY,       -- as in webhook/https://shop.example/hook
    after INTEGER NOT NULL,    -- the number of the last notice that it has acknowledged
    log TEXT,                  -- the id of its log
    moved INTEGER NOT NULL,    -- milliseconds since 1970 (UTC): when that was
    -- Where it was at least a minute earlier: from there on a broker that has lost its session
    -- is told again. NULL: nowhere.
    earlier_after INTEGER,
    earlier_log TEXT
, ended TEXT) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS "announced" (
    device TEXT NOT NULL,
    region TEXT NOT NULL,      -- its id; empty: the device itself
    prefix TEXT NOT NULL,      -- of the discovery; empty: it is not told
    name TEXT NOT NULL,        -- the region's
    latitude REAL,             -- degrees, WGS 84: the middle of its circle; NULL: not known
    longitude REAL,
    used INTEGER NOT NULL,     -- milliseconds since 1970 (UTC): when the device was near last
    PRIMARY KEY (device, region, prefix)
) STRICT, WITHOUT ROWID;
CREATE TABLE fenced (
    topic TEXT PRIMARY KEY,    -- of MQTT: the phone's
    device TEXT NOT NULL
) STRICT, WITHOUT ROWID;
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('person',3);
INSERT INTO sqlite_sequence VALUES('link',3);
INSERT INTO sqlite_sequence VALUES('group',2);
INSERT INTO sqlite_sequence VALUES('member',4);
INSERT INTO sqlite_sequence VALUES('request',2);
INSERT INTO sqlite_sequence VALUES('item',9);
INSERT INTO sqlite_sequence VALUES('party',3);
INSERT INTO sqlite_sequence VALUES('bill',2);
INSERT INTO sqlite_sequence VALUES('stock',6);
CREATE INDEX person_folded ON person (folded);
CREATE INDEX session_person ON session (person);
CREATE INDEX newcomer_person ON newcomer (person);
CREATE INDEX member_person ON member (person);
CREATE INDEX site_group ON site (group_id);
CREATE INDEX member_site_site ON member_site (site);
CREATE INDEX group_place_group ON group_place (group_id);
CREATE INDEX link_person ON link (person);
CREATE INDEX link_group ON link (group_id, inviter);
CREATE INDEX request_person ON request (person);
CREATE INDEX request_asker ON request (asker);
CREATE INDEX request_site ON request (site);
CREATE INDEX phone_owner ON phone (owner);
CREATE INDEX sharing_member ON sharing (group_id, owner);
CREATE INDEX own_source_owner ON own_source (owner);
CREATE INDEX tip_person ON tip (person, written);
CREATE UNIQUE INDEX phone_token ON phone (token);
CREATE UNIQUE INDEX phone_topic ON phone (topic);
CREATE INDEX arrival_asker ON arrival (group_id, asker);
CREATE INDEX arrival_person ON arrival (group_id, person);
CREATE UNIQUE INDEX made_key_key ON made_key (coalesce(person, ''), key);
CREATE INDEX made_key_person ON made_key (person);
CREATE INDEX made_key_group ON made_key (group_id);
CREATE INDEX made_key_made ON made_key (made);
CREATE INDEX item_group ON item (group_id, target);
CREATE INDEX item_author ON item (author);
CREATE INDEX party_person ON party (person);
CREATE INDEX bill_group ON bill (group_id, date, id);
CREATE INDEX bill_author ON bill (author);
CREATE INDEX stock_group ON stock (group_id);
CREATE INDEX stock_author ON stock (author);
CREATE INDEX stock_bill ON stock (bill);
CREATE INDEX picture_group ON picture (group_id);
CREATE INDEX bulletin_group ON bulletin (group_id);
CREATE INDEX bulletin_site ON bulletin (site);
CREATE INDEX bulletin_author ON bulletin (author);
CREATE INDEX bulletin_picture ON bulletin (picture);
CREATE TRIGGER bulletin_picture_removed AFTER DELETE ON bulletin
WHEN OLD.picture IS NOT NULL BEGIN
    DELETE FROM picture WHERE id = OLD.picture;
END;
CREATE TRIGGER bulletin_picture_replaced AFTER UPDATE OF picture ON bulletin
WHEN OLD.picture IS NOT NEW.picture BEGIN
    DELETE FROM picture WHERE id = OLD.picture;
END;
CREATE INDEX deal_group ON deal (group_id);
CREATE INDEX deal_site ON deal (site);
CREATE INDEX deal_picture ON deal (picture);
CREATE TRIGGER deal_picture_removed AFTER DELETE ON deal
WHEN OLD.picture IS NOT NULL BEGIN
    DELETE FROM picture WHERE id = OLD.picture;
END;
CREATE TRIGGER deal_picture_replaced AFTER UPDATE OF picture ON deal
WHEN OLD.picture IS NOT NEW.picture BEGIN
    DELETE FROM picture WHERE id = OLD.picture;
END;
CREATE INDEX bulletin_read_person ON bulletin_read (person);
CREATE INDEX bulletin_told_person ON bulletin_told (person);
CREATE INDEX form_group ON form (group_id);
CREATE INDEX review_group ON review (group_id, date);
CREATE INDEX review_person ON review (person, form, date);
CREATE INDEX review_form ON review (form, form_version);
CREATE INDEX review_observer ON review (observer);
CREATE INDEX review_site ON review (site);
CREATE INDEX event_group ON event (group_id, ends);
CREATE INDEX event_ends ON event (ends);
CREATE INDEX event_author ON event (author);
CREATE INDEX event_site ON event (site);
CREATE INDEX event_person_person ON event_person (person);
CREATE INDEX link_session ON link (session);
CREATE INDEX newcomer_session ON newcomer (session);
CREATE INDEX bill_payer ON bill (payer, amount);
CREATE INDEX bill_share_party ON bill_share (party, amount);
CREATE INDEX message_of_person ON message (person, id);
CREATE INDEX told_of_reason ON told (person, reason, time);
CREATE INDEX told_in_message ON told (message);
CREATE INDEX delivery_of_message ON delivery (message);
CREATE INDEX delivery_of_person ON delivery (person);
COMMIT;
