"""What a month in the life of groups is made of: who they are, and how it is said to /api. What it comes
to is reckoned here as well, and not as the gateway does it."""

import random
from datetime import datetime, time, timedelta, timezone

from served import Failure

GIVEN = ["Anna", "Ben", "Carla", "Daan", "Elif", "Femke", "Goran", "Hanna", "Ivo", "Jara", "Koen",
         "Lotte", "Milan", "Noor", "Otto", "Pien", "Quint", "Roos", "Sem", "Tess", "Umar", "Vera",
         "Wout", "Xenia", "Yara", "Zeno"]
FAMILY = ["Appel", "Bruin", "Dijkman", "Elzinga", "Fluit", "Groot", "Haan", "Jol", "Kaas", "Lamp",
          "Molen", "Pluim", "Ruiter", "Smid", "Tol", "Vonk"]


class Teller:
    """Says things to /api for people. One in ten it says twice, as a phone does that had no answer."""

    def __init__(self, ask, seed):
        """`ask(method, path, body, person)`: the answer, or a Failure."""
        self.ask, self.random = ask, random.Random(seed)
        self.said = 0

    def say(self, method, path, body=None, person=None):
        self.said += 1
        return self.ask(method, f"/api/{path}", body, person)

    def get(self, path, person=None):
        return self.say("GET", path, person=person)

    def make(self, path, body, person):
        body = body | {"key": f"{self.random.getrandbits(80):020x}"}
        made = self.say("POST", path, body, person)
        if self.random.random() < 0.1:
            again = self.say("POST", path, body, person)
            same(f"{path}, said twice", lasting(again), lasting(made))
        return made

    def join(self, group, person, admin, **wish):
        """Makes somebody a member: a household asks them, an organisation is asked."""
        if wish:
            self.say("POST", f"groups/{group}/requests", wish, person)
            answers = admin
        else:
            named = next(p for p in self.get("people")["people"] if p["id"] == person)
            self.say("POST", f"groups/{group}/requests", {"person": named["name"]}, admin)
            answers = person
        request = next(r for r in self.get("requests", answers)["requests"] if r["group"] == group)
        self.say("POST", f"requests/{request['id']}/accept", {}, answers)

    def chance(self, share):
        return self.random.random() < share

    def some(self, things, least, most):
        """So many of them, in the order in which they are."""
        things = list(things)
        count = min(len(things), self.random.randint(least, most))
        return [things[i] for i in sorted(self.random.sample(range(len(things)), count))]

    def one(self, things):
        return self.random.choice(list(things))


def lasting(thing):
    """Without what the gateway finds out a moment later: whether the map has such a place."""
    if not isinstance(thing, dict):
        return thing
    return {key: lasting(value) for key, value in thing.items() if key != "is_somewhere"}


def same(what, found, wanted):
    """Throws unless /api says what was reckoned."""
    if found != wanted:
        raise Failure(f"{what}: /api says\n  {found}\nand it should be\n  {wanted}")


def names(count, seed):
    """So many different ones."""
    pairs = [f"{given} {family}" for given in GIVEN for family in FAMILY]
    return random.Random(seed).sample(pairs, count)


def moment(day, hour=0, minute=0):
    """As /api writes it; by UTC."""
    at = datetime.combine(day, time(), timezone.utc) + timedelta(hours=hour, minutes=minute)
    return at.strftime("%Y-%m-%dT%H:%M:%S.000Z")


def days_before(last, count):
    """So many days, the last one last."""
    return [last - timedelta(days=count - 1 - n) for n in range(count)]
