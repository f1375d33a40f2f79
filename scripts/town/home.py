"""A household over days: what it buys, has, pays and plans."""

from collections import Counter
from datetime import timedelta

from month import days_before, moment, same

# What is bought: the thing, how much, where it can be had (None: any supermarket), cents.
GOODS = [
    ("Milk", "2 l", None, 238), ("Oat milk", "1 l", "albert heijn", 199),
    ("Bread", None, None, 285), ("Rolls", "6", "bakery", 270), ("Eggs", "10", None, 329),
    ("Butter", "250 g", None, 279), ("Cheese", "½ kg", "albert heijn", 649),
    ("Tomatoes", "1 kg", None, 349), ("Apples", "1,5 kg", None, 335),
    ("Coffee", "500 g", None, 799), ("Tea", "20 bags", None, 189), ("Rice", "1 kg", "lidl", 229),
    ("Pasta", "500 g", "lidl", 99), ("Chickpeas", "2 tins", "lidl", 158),
    ("Toothpaste", None, "drugstore", 249), ("Shampoo", None, "kruidvat", 399),
    ("Plasters", "1 box", "pharmacy", 465), ("Light bulbs", "2", "hema", 900),
    ("Washing powder", "1,2 kg", None, 1149), ("Cat food", "12 tins", "pet shop", 1399),
    ("Stamps", "10", None, 1010), ("Birthday cake", None, "bakery", 2150),
    ("Nails", "50", "hardware", 415), ("Flowers", None, "florist", 1250),
]
BILLS = [("Rent", 124_000), ("Electricity", 14_350), ("Water", 3_875), ("Internet", 4_250),
         ("Cinema", 4_775), ("Pizza", 5_230), ("Taxi", 2_365), ("Museum", 6_250), ("Vet", 8_915),
         ("Bicycle tyre", 1_999)]
PLANS = ["Dentist", "Swimming lesson", "Parents' evening", "Dinner with the neighbours", "Judo",
         "Market", "Choir", "Haircut"]
ZONE = "Europe/Amsterdam"


class Home:
    def __init__(self, teller, group, members, today, days):
        """`members`: in the order in which they came."""
        self.teller, self.group, self.members = teller, group, members
        self.days = days_before(today, days)
        self.list, self.inventory, self.bills, self.events = {}, {}, {}, {}
        self.bought = 0

    def say(self, method, path, body=None, person=None):
        return self.teller.say(method, f"groups/{self.group}/{path}", body, person)

    def make(self, path, body, person):
        return self.teller.make(f"groups/{self.group}/{path}", body, person)

    def play(self):
        for number, day in enumerate(self.days):
            self.want()
            self.shop()
            self.use_up()
            self.pay(day)
            self.change()
            self.plan(day)
            if number % 7 == 6:
                self.pay_back(day)
        self.check()

    # The list and the inventory

    def want(self):
        for text, amount, target, _ in self.teller.some(GOODS, 1, 4):
            if text in [item["text"] for item in self.list.values()]:
                continue
            body = {"text": text}
            body |= {"amount": amount} if amount else {}
            body |= {"target": target} if target else {}
            self.listed(self.make("things", body, self.teller.one(self.members)), text, amount)

    def listed(self, item, text, amount):
        same("the item", (item["text"], item.get("amount")), (text, amount))
        self.list[item["id"]] = item

    def shop(self):
        if not self.teller.chance(0.5):
            return
        buyer = self.teller.one(self.members)
        for number, item in [*self.list.items()]:
            if self.teller.chance(0.3):
                continue
            price = next(cents for text, _, _, cents in GOODS if text == item["text"])
            price += self.teller.random.randint(-40, 60)
            body, shares = {}, None
            if self.teller.chance(0.8):
                sharing, shares = self.sharing(price, buyer)
                body = {"price": price} | sharing
            bought = self.make(f"things/{number}/bought", body, buyer)
            thing, bill = bought["thing"], bought.get("bill")
            same("what was bought", (thing["text"], thing.get("amount"), bill is not None),
                 (item["text"], item.get("amount"), shares is not None))
            del self.list[number]
            self.inventory[thing["id"]] = thing
            self.bought += 1
            if bill:
                self.note(bill, buyer, shares)

    def use_up(self):
        for number, thing in self.teller.some(self.inventory.items(), 0, 3):
            item = self.make(f"things/{number}/used-up", {}, self.teller.one(self.members))["thing"]
            same("where it was to be had", item["target"], thing["target"])
            del self.inventory[number]
            self.listed(item, thing["text"], thing.get("amount"))

    def change(self):
        """Somebody thinks better of something."""
        if self.list and self.teller.chance(0.2):
            number = self.teller.one(self.list)
            amount = f"{self.teller.random.randint(1, 9)} pieces"
            self.list[number] = self.say("PATCH", f"things/{number}", {"amount": amount},
                                         self.teller.one(self.members))
            same("the amount", self.list[number]["amount"], amount)
        if self.list and self.teller.chance(0.1):
            number = self.teller.one(self.list)
            self.say("DELETE", f"things/{number}", person=self.teller.one(self.members))
            del self.list[number]
        if self.bills and self.teller.chance(0.15):
            number = self.teller.one(self.bills)
            payer, amount, shares, author, kind = self.bills[number]
            if kind == "payment":
                return
            if self.teller.chance(0.3):
                self.say("DELETE", f"bills/{number}", person=author)
                del self.bills[number]
            else:
                amount += 137
                shares = self.equal(amount, self.members, payer)
                bill = self.say("PATCH", f"bills/{number}",
                                {"amount": amount, "for": self.members}, author)
                self.note(bill, payer, shares, author)

    # Money

    def equal(self, amount, people, payer):
        """What is left over of whole cents is the payer's, or of the first who came."""
        people = [person for person in self.members if person in people]
        shares = dict.fromkeys(people, amount // len(people))
        shares[payer if payer in people else people[0]] += amount % len(people)
        return shares

    def sharing(self, amount, payer):
        """How it is shared: as it is said, and as it comes to be."""
        chance = self.teller.random.random()
        if chance < 0.6:
            return {}, self.equal(amount, self.members, payer)
        people = self.teller.some(self.members, 1, len(self.members) - 1)
        if chance < 0.85:
            return {"for": people}, self.equal(amount, people, payer)
        cuts = sorted(self.teller.random.randint(0, amount) for _ in people[1:])
        own = [end - start for start, end in zip([0, *cuts], [*cuts, amount])]
        return ({"shares": [{"person": p, "amount": a} for p, a in zip(people, own)]},
                dict(zip(people, own)))

    def pay(self, day):
        for what, amount in self.teller.some(BILLS, 0, 1):
            payer, author = self.teller.one(self.members), self.teller.one(self.members)
            amount += self.teller.random.randint(-99, 99)
            sharing, shares = self.sharing(amount, payer)
            bill = self.make("bills", {"what": what, "amount": amount, "paid_by": payer,
                                       "date": str(day)} | sharing, author)
            self.note(bill, payer, shares, author)

    def pay_back(self, day):
        """Some of what /api says would settle it."""
        for payment in self.say("GET", "balances", person=self.members[0])["payments"]:
            if self.teller.chance(0.6):
                payer, paid = payment["from"]["person"], payment["to"]["person"]
                bill = self.make("bills", {
                    "what": "Paid back", "kind": "payment", "amount": payment["amount"],
                    "paid_by": payer, "for": [paid], "date": str(day)}, payer)
                self.note(bill, payer, {paid: payment["amount"]})

    def note(self, bill, payer, shares, author=None):
        found = {share["person"]: share["amount"] for share in bill["shares"] if share["amount"]}
        same(f"the shares of {bill['what']}", found, {p: a for p, a in shares.items() if a})
        self.bills[bill["id"]] = (payer, sum(shares.values()), shares, author or payer, bill["kind"])

    # Plans

    def plan(self, day):
        if not self.teller.chance(0.6):
            return
        on = day + timedelta(days=self.teller.random.randint(0, 10))
        hour = self.teller.random.randint(7, 18)
        people = self.teller.some(self.members, 1, 3)
        if self.teller.chance(0.2):
            body = {"start": str(on), "end": str(on + timedelta(days=1)), "all_day": True}
        else:
            body = {"start": moment(on, hour), "end": moment(on, hour, 45)}
        event = self.make("events", body | {
            "what": self.teller.one(PLANS), "zone": ZONE, "people": people}, people[0])
        same("when it is", (event["start"], event["end"]), (body["start"], body["end"]))
        self.events[event["id"]] = event

    # The end of the month

    def balances(self):
        balances = Counter({person: 0 for person in self.members})
        for payer, amount, shares, _, _ in self.bills.values():
            balances[payer] += amount
            balances.subtract(shares)
        return dict(balances)

    def check(self):
        asker = self.teller.one(self.members)
        for state, kept in (("wanted", self.list), ("home", self.inventory)):
            found = self.say("GET", f"things?state={state}", person=asker)["things"]
            same(state, [(x["id"], x["text"], x.get("amount")) for x in found],
                 [(n, kept[n]["text"], kept[n].get("amount")) for n in sorted(kept)])
        found = self.say("GET", "bills?limit=1000", person=asker)["bills"]
        same("the bills", {b["id"]: (b["paid_by"]["person"], b["amount"]) for b in found},
             {number: bill[:2] for number, bill in self.bills.items()})
        said = self.say("GET", "balances", person=asker)
        balances = self.balances()
        same("the balances", {b["person"]: b["balance"] for b in said["balances"]}, balances)
        self.check_payments(said["payments"], balances)
        found = self.say("GET", "events", person=asker)["events"]
        same("the events", {event["id"] for event in found}, set(self.events))

    def check_payments(self, payments, balances):
        open_ = sum(1 for balance in balances.values() if balance)
        for payment in payments:
            balances[payment["from"]["person"]] += payment["amount"]
            balances[payment["to"]["person"]] -= payment["amount"]
        same("what is owed after all payments", set(balances.values()), {0})
        same("whether there are more payments than needed", len(payments) <= max(0, open_ - 1), True)

    def summary(self):
        return (f"{self.group}: {len(self.members)} people, {len(self.days)} days, "
                f"{self.bought} things bought, {len(self.list)} on the list, "
                f"{len(self.bills)} bills, {len(self.events)} events")
