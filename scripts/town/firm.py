"""An organisation over days: what it tells its people, who works when, and how they are reviewed."""

from datetime import date, datetime, timedelta, timezone

from month import days_before, moment, same

# In the made-up town.
SITES = [("Harbour", 52.9402, 4.6405), ("Market", 52.9441, 4.6473), ("Station", 52.9486, 4.6561)]
FORMS = [("Hygiene", [("Is the floor dry?", "yesno"), ("How clean are the ovens?", "scale"),
                      ("What is missing?", "text")]),
         ("Counter", [("Does everybody get a greeting?", "yesno"), ("How long is the queue?", "scale")])]
NEWS = ["New ovens", "The rye bread is back", "Keys", "Summer hours", "A thank-you", "Allergens",
        "Parking at the back", "The till counts again", "Staff evening", "Fire drill"]
SHIFTS = [("Early shift", 5, 13), ("Late shift", 12, 20)]
RESULTS = ["good", "very good", "once more"]
ZONE = "Europe/Amsterdam"


class Firm:
    def __init__(self, teller, group, people, today, days):
        """`people`: the first is its admin, then comes a manager for each site."""
        self.teller, self.group, self.today = teller, group, today
        self.admin, self.people = people[0], people
        self.days = days_before(today, days)
        self.every = max(2, days // 2)
        self.site_of, self.news, self.shifts, self.forms = {}, {}, {}, {}
        self.last = {}  # (form, person): the day of the last review
        self.reviews = 0

    def say(self, method, path, body=None, person=None):
        return self.teller.say(method, f"groups/{self.group}/{path}", body, person or self.admin)

    def make(self, path, body, person=None):
        return self.teller.make(f"groups/{self.group}/{path}", body, person or self.admin)

    def play(self):
        self.begin()
        for day in self.days:
            self.tell(day)
            self.review(day)
            self.roster(day)
        self.read()
        self.check()

    def begin(self):
        self.sites = [self.say("POST", "sites", {"name": name, "lat": lat, "lon": lon})["id"]
                      for name, lat, lon in SITES]
        for number, person in enumerate(self.people[1:]):
            site = self.sites[number % len(self.sites)]
            self.teller.join(self.group, person, self.admin, site=site)
            self.site_of[person] = site
            role = {"role": "admin"} if number < len(self.sites) else {}
            self.say("PATCH", f"members/{person}", {"number": f"{number + 100:04}"} | role)
        self.managers = dict(zip(self.sites, self.people[1:]))
        for name, questions in FORMS:
            form = self.make("forms", {
                "name": name, "every_days": self.every,
                "questions": [{"text": text, "kind": kind} for text, kind in questions]})
            self.forms[form["id"]] = questions

    def tell(self, day):
        for title in self.teller.some(NEWS, 0, 1):
            site = self.teller.one([None, *self.sites])
            until = self.teller.one([None, day + timedelta(days=self.teller.random.randint(1, 20))])
            body = {"title": title, "text": f"{title}: ask whoever is at the counter.",
                    "from": moment(day)}
            body |= {"site": site} if site else {}
            body |= {"until": moment(until)} if until else {}
            bulletin = self.make("bulletins", body, self.managers.get(site, self.admin))
            self.news[bulletin["id"]] = (site, until, set())

    def review(self, day):
        for _ in range(self.teller.random.randint(0, len(self.people) // 8)):
            person = self.teller.one(self.people[1:])
            form = self.teller.one(self.forms)
            manager = self.managers[self.site_of[person]]
            observer = self.admin if manager == person or self.teller.chance(0.4) else manager
            answers = [self.answer(kind) for _, kind in self.forms[form]]
            review = self.make("reviews", {
                "form": form, "of": person, "site": self.site_of[person], "date": str(day),
                "answers": answers, "result": self.teller.one(RESULTS)}, observer)
            same("the answers", review["answers"], answers)
            self.last[form, person] = max(day, self.last.get((form, person), day))
            self.reviews += 1

    def answer(self, kind):
        if self.teller.chance(0.1):
            return None
        return {"yesno": self.teller.chance(0.8), "scale": self.teller.random.randint(1, 5),
                "text": self.teller.one(["Nothing", "A broom", "Gloves"])}[kind]

    def roster(self, day):
        for site in self.sites:
            here = [person for person in self.people[1:] if self.site_of[person] == site]
            for what, start, end in SHIFTS:
                people = self.teller.some(here, 1, 2)
                shift = self.make("events", {
                    "what": what, "start": moment(day, start), "end": moment(day, end),
                    "zone": ZONE, "where": {"site": site}, "people": people})
                same("who works", {p["person"] for p in shift["people"]}, set(people))
                self.shifts[shift["id"]] = day

    def read(self):
        """Some open what they see."""
        for person in self.teller.some(self.people[1:], 3, len(self.people) // 3 + 3):
            for bulletin in self.seen_by(person):
                if self.teller.chance(0.7):
                    self.say("POST", f"bulletins/{bulletin}/read", {}, person)
                    self.news[bulletin][2].add(person)

    def seen_by(self, person):
        """What a member should see now."""
        now = datetime.now(timezone.utc).date()
        own = self.site_of[person]
        is_admin = person in self.managers.values()
        return {number for number, (site, until, _) in self.news.items()
                if (site in (None, own) or is_admin) and (until is None or until > now)}

    # The end of the month

    def check(self):
        for person in self.teller.some(self.people[1:], 5, 5):
            found = self.say("GET", "bulletins", person=person)["bulletins"]
            same(f"what {person} reads", {bulletin["id"] for bulletin in found}, self.seen_by(person))
        found = self.say("GET", "bulletins?all=true")["bulletins"]
        same("how many have read", {b["id"]: b["read_count"] for b in found},
             {number: len(readers) for number, (_, _, readers) in self.news.items()})
        self.check_due()
        first = self.days[len(self.days) // 2]
        found = self.say("GET", f"events?from={moment(first)}")["events"]
        same("the shifts from the middle on", {event["id"] for event in found},
             {number for number, day in self.shifts.items() if day >= first})
        same("the shifts' order", [e["start"] for e in found], sorted(e["start"] for e in found))
        found = self.say("GET", "reviews?limit=1000")["reviews"]
        same("how many reviews there are", len(found), self.reviews)

    def check_due(self):
        """The day may end meanwhile."""
        while True:
            before = datetime.now(timezone.utc).date()
            found = self.say("GET", "due")["due"]
            if before == datetime.now(timezone.utc).date():
                break
        due = {(form, person): str(self.last.get((form, person))) for form in self.forms
               for person in self.site_of if self.is_due(form, person, before)}
        same("who is due", {(d["form"], d["person"]): str(d["last"]) for d in found}, due)
        self.due = len(due)

    def is_due(self, form, person, today: date):
        last = self.last.get((form, person))
        return last is None or last + timedelta(days=self.every) <= today

    def summary(self):
        return (f"{self.group}: {len(self.people)} people, {len(self.days)} days, "
                f"{len(self.news)} bulletins, {self.reviews} reviews, {self.due} due, "
                f"{len(self.shifts)} shifts")
