"""Which checks there are."""

import random

import deals
import demo
import history
import household
import journey
import map
import notices
import organisation
import people
import phones
import places
import settings
from share import IS_ALL

# A page is a module with CHECKS: functions that take the browser, the folder of the programs, and a
# folder to write to, and raise an AssertionError.
PAGES = [deals, demo, history, household, journey, map, notices, organisation, people, phones,
         places, settings]
# Those that take longest: they come first, so that no process is left with one at the end.
LONG = [
    "household:each_part_fits_every_width_in_light_and_dark",
    "deals:each_view_fits_every_width_in_light_and_dark",
    "demo:phones_walk_over_mqtt_and_are_told_of_on_every_way",
    "demo:it_shows_devices_that_move_and_leaves_nothing_behind",
    "household:bills_are_written_as_people_write_money_and_settled",
    "deals:a_deal_with_a_picture_is_full_after_one_who_rates_it",
    "organisation:each_part_fits_every_width_in_light_and_dark",
    "demo:a_port_that_is_taken_is_no_obstacle",
    "map:addresses_say_what_is_shown",
]
CHECKS = {f"{page.__name__}:{check.__name__}": check for page in PAGES for check in page.CHECKS}


def chosen(wanted, seed):
    """Names of the checks that `wanted` names, as `map` or `map:names_are_text`, the longest first. If it
    is empty: all in a run of all, and else the quarter that the seed says."""
    names = [name for name in CHECKS if not wanted or name in wanted or name.split(":")[0] in wanted]
    for one in wanted:
        if not any(one in (name, name.split(":")[0]) for name in names):
            raise SystemExit(f"there is no check {one}: name a module of Tests/Pages, or MODULE:CHECK")
    if not wanted and not IS_ALL:
        names = random.Random(f"{seed} checks").sample(names, len(names) // 4)
    return sorted(names, key=lambda name: name not in LONG)
