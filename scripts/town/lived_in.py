"""The household of two, that has lived in the town for some days, and the bakery where they work."""

from datetime import datetime, timezone

from firm import Firm
from home import Home
from month import Teller, names
from served import Household


class LivedIn(Household):
    days, staff = 30, 8

    def people(self):
        super().people()
        self.ask("PATCH", "/api/groups/home", {"currency": "EUR"})
        teller, today = Teller(self.ask, seed=1), datetime.now(timezone.utc).date()
        Home(teller, "home", ["anna", "ben"], today, self.days).play()
        self.bakery = self.ask("POST", "/api/groups", {
            "kind": "organisation", "name": "Meeuwhaven Bakers", "admin": "anna"})["id"]
        staff = ["anna", "ben", *(self.person(name) for name in names(self.staff, seed=1))]
        Firm(teller, self.bakery, staff, today, self.days).play()
