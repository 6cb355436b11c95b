"""A device that has downloaded the offline games, and games played on it."""

from functools import partial

from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.people import Person, choose_game, is_home, play_button, play_until
from tests.messages import begins, words

# A site puts its folder before the name of the database.
OWN_CHOICES = """table => new Promise(async (resolve, reject) => {
  const { name } = (await indexedDB.databases()).find(({ name }) => name.endsWith('qwixx-device'))
  const opening = indexedDB.open(name)
  opening.onerror = () => reject(opening.error)
  opening.onsuccess = () => {
    const asked = opening.result.transaction('facts').objectStore('facts').getAll()
    asked.onsuccess = () => {
      opening.result.close()
      const facts = asked.result.filter((row) => row.table === table).map(({ fact }) => JSON.parse(fact))
      resolve(facts.filter(({ fact, seat }) => fact === 'Chose' && seat === 0).map(({ choice }) => choice))
    }
  }
})"""
# Milliseconds: on a busy machine Python takes a while to start.
STARTING = 60_000


# Prepends a script to the worker's script in the device's cache.
PREPEND = """async (script) => {
  const cache = await caches.open('qwixx-device')
  const worker = (await cache.keys()).find(({ url }) => url.endsWith('.js'))
  const kept = await cache.match(worker)
  await cache.put(worker, new Response(script + ';' + await kept.text(), { headers: kept.headers }))
}"""


def prepend_to_worker(page: Page, script: str) -> None:
    """Make workers that start from now on run a script first."""
    page.evaluate(PREPEND, script)


def download_button(page: Page) -> Locator:
    return page.get_by_role("button", name=begins("device.download"))


def remove_button(page: Page) -> Locator:
    return page.get_by_role("button", name=words("device.remove"))


def download(page: Page, path: str = "/offline") -> None:
    """Download everything needed for offline games."""
    page.goto(path)
    download_button(page).click()
    expect(remove_button(page)).to_be_visible(timeout=STARTING)


def actions(page: Page) -> Locator:
    """The actions available at a table, once it is loaded."""
    return page.get_by_role("group", name=words("play.actions"))


class FastPlayer(Person):
    """A player who also taps moving controls, so that whole games take seconds."""

    def tap(self, control: Locator) -> None:
        control.dispatch_event("click", timeout=300)


def begin(page: Page, game: str = "dice") -> Person:
    """Start a game against a bot, from the first screen."""
    is_home(page)
    choose_game(page, game)
    play_button(page).click()
    expect(actions(page)).to_be_visible(timeout=STARTING)
    return FastPlayer(page, "Ann")


def play_some(person: Person, choices: int = 3) -> None:
    """Make some choices; each is stored before the next."""
    for _ in range(choices):
        before = len(own_choices(person.page))
        play_until(partial(has_more_choices, person.page, before), person)


def has_more_choices(page: Page, before: int) -> bool:
    return len(own_choices(page)) > before


def own_choices(page: Page) -> list[str]:
    """The choices of the player at a table, as stored on the device."""
    found: list[str] = page.evaluate(OWN_CHOICES, page.url.rpartition("/t/")[2])
    return found


def finish(person: Person) -> None:
    person.in_a_hurry = True
    play_until(lambda: person.is_over, person)


def requested_packs(context: BrowserContext) -> set[str]:
    """The packs requested from now on, including requests that the service worker forwards."""
    asked: set[str] = set()
    context.on("request", lambda request: asked.add(request.url) if ".pack" in request.url else None)
    return asked
