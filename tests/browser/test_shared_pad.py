"""Score pads shared by several devices: one sheet on each, even while one of them is offline."""

from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import new_person
from tests.browser.pads import cell, cross, enter_roll, join, open_here, open_shared, row_label, tap, toast
from tests.browser.people import lost_strip
from tests.browser.test_access import assert_accessible
from tests.messages import begins, capital, cell_name, contains, listed, pattern, words
from tests.server.running_server import RunningServer


def test_offline_devices_can_be_written_on_and_converge_when_online_again(
    browser: Browser, server: RunningServer
) -> None:
    contexts = [new_person(browser, server), new_person(browser, server)]
    ann, ben = (context.new_page() for context in contexts)
    link = open_shared(ann, "Ann")
    join(ben, link, "Ben")
    cross(ann, "red", 2, 3, 4, 5, 6)
    expect(ben.get_by_role("button", name=words("pad.show", name="Ann", count=15))).to_be_visible()
    contexts[1].set_offline(True)
    expect(lost_strip(ben)).to_be_visible()
    cross(ben, "red", 7)
    cross(ben, "blue", 12)
    cross(ann, "red", 12)
    expect(lost_strip(ben)).to_contain_text(words("pad.offline", count=2))
    contexts[1].set_offline(False)
    toast(ben, words("pad.said.closed.away", name="Ann", row=words("row.red")))
    expect(ann.get_by_role("button", name=words("pad.show", name="Ben", count=2))).to_be_visible()
    expect(ben.get_by_role("button", name=words("pad.show", name="Ann", count=28))).to_be_visible()
    expect(
        ben.get_by_role("group", name=row_label("red", 1, closed=words("play.closed.by", names="Ann")))
    ).to_be_visible()
    tap(ben, "red", 9)
    expect(ben.get_by_role("button", name=words("pad.late.yes", what=cell_name("red", 9)))).to_be_visible()
    ben.get_by_role("button", name=words("cancel")).click()
    cross(ben, "yellow", 3)
    tap(ben, "red", 9)
    toast(ben, words("reason.row_closed", row=capital(words("row.red"))))
    tap(ben, "blue", 12)
    ben.get_by_role("button", name=words("act.undo"), exact=True).click()
    toast(ann, words("pad.said.undone", name="Ben", what=cell_name("blue", 12)))
    expect(ann.get_by_role("button", name=words("pad.show", name="Ben", count=2))).to_be_visible()
    for context in contexts:
        context.close()


def test_a_sheet_joined_in_one_page_is_available_in_all_pages_of_the_device(
    browser: Browser, server: RunningServer
) -> None:
    contexts = [new_person(browser, server), new_person(browser, server)]
    ann, first = (context.new_page() for context in contexts)
    link = open_shared(ann, "Ann")
    second = contexts[1].new_page()
    second.goto(link)
    expect(second.get_by_role("button", name=words("pad.join"))).to_be_visible()
    join(first, link, "Ben")
    expect(second.get_by_role("region", name=words("play.sheet.yours")), "joined once").to_be_visible()
    cross(second, "red", 5)
    expect(cell(first, "red", 5)).to_have_accessible_name(pattern("play.cell.crossed"))
    expect(ann.get_by_role("button", name=words("pad.show", name="Ben", count=1))).to_be_visible()
    expect(ann.get_by_role("button", name=pattern("pad.show"))).to_have_count(1)
    third = new_person(browser, server)
    stranger = third.new_page()
    stranger.goto(link)
    stranger.get_by_label(words("home.name")).fill("Ben")
    stranger.get_by_role("button", name=words("pad.join")).click()
    expect(stranger.get_by_role("alert").filter(has_text=words("reason.name_taken"))).to_be_visible()
    for context in (*contexts, third):
        context.close()


def test_two_offline_pages_keep_each_others_marks(browser: Browser, server: RunningServer) -> None:
    contexts = [new_person(browser, server), new_person(browser, server)]
    ann, ben = (context.new_page() for context in contexts)
    link = open_shared(ann, "Ann")
    join(ben, link, "Ben")
    second = contexts[0].new_page()
    second.goto(link)
    expect(second.get_by_role("region", name=words("play.sheet.yours"))).to_be_visible()
    contexts[0].set_offline(True)
    for page in (ann, second):
        expect(lost_strip(page)).to_be_visible()
    cross(ann, "red", 5)
    cross(second, "blue", 8)
    for page in (ann, second):
        expect(page.get_by_text(words("pad.offline", count=2))).to_be_visible()
        expect(cell(page, "red", 5)).to_have_accessible_name(pattern("play.cell.crossed"))
    ann.close()
    contexts[0].set_offline(False)
    expect(ben.get_by_role("button", name=words("pad.show", name="Ann", count=2))).to_be_visible()
    for context in contexts:
        context.close()


def test_a_guest_cannot_erase_the_sheets_permanently(browser: Browser, server: RunningServer) -> None:
    contexts = [new_person(browser, server), new_person(browser, server)]
    ann, ben = (context.new_page() for context in contexts)
    join(ben, open_shared(ann, "Ann"), "Ben")
    cross(ann, "red", 2, 3)
    ben.get_by_role("button", name=words("pad.paper")).click()
    ben.get_by_role("button", name=words("pad.paper.end")).click()
    # Everybody can undo marks about paper.
    ann.get_by_role("button", name=words("pad.paper")).click()
    ann.get_by_role("button", name=words("pad.undo", what=words("pad.paper.end.what"))).click()
    toast(ben, words("pad.said.undone", name="Ann", what=words("pad.paper.end.what")))
    ben.get_by_role("button", name=words("pad.paper")).click()
    ben.get_by_role("button", name=words("pad.paper.end")).click()
    ben.get_by_role("button", name=words("pad.finish")).click()
    ben.get_by_role("button", name=words("pad.renew")).click()
    cross(ben, "blue", 9)
    ann.get_by_role("button", name=words("pad.restore")).click()
    ann.get_by_role("button", name=words("pad.restore.yes"), exact=True).click()
    toast(ben, words("pad.said.restored", name="Ann"))
    ben.get_by_role("button", name=words("pad.reopen")).click()
    expect(ann.get_by_role("group", name=row_label("red", 2))).to_be_visible()
    ben.get_by_role("link", name=words("pad.back")).click()
    ben.get_by_role("link", name=contains("label.running")).nth(1).click()
    ben.get_by_role("button", name=words("pad.show", name="Ben", count=1)).click()
    expect(cell(ben, "blue", 9), "nor what was written since").to_have_accessible_name(
        pattern("play.cell.crossed")
    )
    for context in contexts:
        context.close()


def test_two_devices_that_undo_the_same_cross_undo_it_once(browser: Browser, server: RunningServer) -> None:
    contexts = [new_person(browser, server) for _ in range(3)]
    ann, phone, tablet = (context.new_page() for context in contexts)
    join(phone, open_shared(ann, "Ann"), "Ben")
    phone.get_by_role("button", name=words("pad.invite")).click()
    private = phone.get_by_role("textbox", name=words("menu.private")).input_value()
    phone.keyboard.press("Escape")
    tablet.goto(private)
    cross(phone, "red", 5)
    expect(cell(tablet, "red", 5)).to_have_accessible_name(pattern("play.cell.crossed"))
    for context in contexts[1:]:
        context.set_offline(True)
    for page in (phone, tablet):
        expect(lost_strip(page)).to_be_visible()
        page.get_by_role("button", name=words("pad.undo", what=cell_name("red", 5))).click()
        expect(lost_strip(page)).to_contain_text(words("pad.offline", count=1))
    cross(tablet, "blue", 8)
    for context in contexts[1:]:
        context.set_offline(False)
    expect(ann.get_by_role("button", name=words("pad.show", name="Ben", count=1))).to_be_visible()
    for page in (phone, tablet):
        expect(page.get_by_role("group", name=row_label("red", 0))).to_be_visible()
        expect(page.get_by_role("group", name=row_label("blue", 1))).to_be_visible()
        expect(lost_strip(page)).to_be_hidden()
    for context in contexts:
        context.close()


def test_a_roll_entered_offline_is_queued_like_a_mark(browser: Browser, server: RunningServer) -> None:
    contexts = [new_person(browser, server), new_person(browser, server)]
    ann, ben = (context.new_page() for context in contexts)
    join(ben, open_shared(ann, "Ann"), "Ben")
    contexts[0].set_offline(True)
    expect(lost_strip(ann)).to_be_visible()
    ann.get_by_role("button", name=words("pad.roll")).click()
    ann.keyboard.type("432516")
    ann.get_by_role("button", name=words("pad.roll.done")).click()
    ringed = pattern("play.cell.legal")
    expect(ann.get_by_role("button", name=ringed)).to_have_count(12)
    expect(ann.get_by_role("button", name=words("pad.roll.new"))).to_be_focused()
    contexts[0].set_offline(False)
    expect(ben.get_by_role("button", name=ringed)).to_have_count(4)
    expect(ann.get_by_role("button", name=ringed)).to_have_count(12)
    for context in contexts:
        context.close()


def test_a_mark_that_arrives_after_the_end_of_its_game_is_stored_with_it(
    browser: Browser, server: RunningServer
) -> None:
    contexts = [new_person(browser, server), new_person(browser, server)]
    ann, ben = (context.new_page() for context in contexts)
    join(ben, open_shared(ann, "Ann"), "Ben")
    contexts[1].set_offline(True)
    expect(lost_strip(ben)).to_be_visible()
    cross(ben, "red", 7)
    for count in range(1, 5):
        ann.get_by_role("button", name=begins("pad.penalty")).click()
        expect(ann.get_by_role("img", name=words("play.penalties.of", count=count, most=4))).to_be_visible()
    ann.get_by_role("button", name=words("pad.finish")).click()
    ann.get_by_role("button", name=words("pad.renew")).click()
    expect(ann.get_by_role("img", name=words("play.penalties.of", count=0, most=4))).to_be_visible()
    contexts[1].set_offline(False)
    toast(ben, words("pad.dropped.game", count=1))
    expect(ben.get_by_role("group", name=row_label("red", 0))).to_be_visible()
    ben.get_by_role("link", name=words("pad.back")).click()
    ben.get_by_role("link", name=contains("label.running")).nth(1).click()
    ben.get_by_role("button", name=words("pad.show", name="Ben", count=1)).click()
    expect(cell(ben, "red", 7)).to_have_accessible_name(pattern("play.cell.crossed"))
    for context in contexts:
        context.close()


def test_a_finished_game_that_does_not_fit_into_storage_is_stored_when_space_is_freed(page: Page) -> None:
    open_here(page, "Old", "Older")
    open_shared(page, "Ann")
    page.evaluate(
        """() => {
          const set = Storage.prototype.setItem
          const has = (key) => Object.keys(localStorage).some((each) => each.startsWith('qwixx.pad.here.') && each !== key)
          Storage.prototype.setItem = function (key, value) {
            if (key.startsWith('qwixx.pad.here.') && has(key)) throw new DOMException('full')
            set.call(this, key, value)
          }
        }"""
    )
    for count in range(1, 5):
        page.get_by_role("button", name=begins("pad.penalty")).click()
        expect(page.get_by_role("img", name=words("play.penalties.of", count=count, most=4))).to_be_visible()
    page.get_by_role("button", name=words("pad.finish")).click()
    page.get_by_role("button", name=words("pad.renew")).click()
    expect(page.get_by_text(words("pad.unkept.last"))).to_be_visible()
    page.get_by_role("link", name=words("pad.back")).click()
    old = page.get_by_role("listitem").filter(has_text=listed("Old", "Older"))
    old.get_by_role("button", name=words("pad.forget")).click()
    page.get_by_role("button", name=words("act.remove"), exact=True).click()
    expect(old).to_have_count(0)
    page.reload()
    expect(page.get_by_role("link", name=contains("pad.kept.over", names="Ann"))).to_be_visible()


def test_a_spectator_does_not_see_that_the_game_is_stored_on_this_device(
    browser: Browser, server: RunningServer
) -> None:
    contexts = [new_person(browser, server) for _ in range(3)]
    ann, friends, watcher = (context.new_page() for context in contexts)
    link = open_shared(ann, "Ann")
    for name in ("Ben", "Cem", "Dora", "Emil"):
        friends.request.post(link.replace("/pad/", "/api/pads/") + "/join", data={"name": name})
    watcher.goto(link)
    expect(watcher.get_by_text(words("join.watching"))).to_be_visible()
    for count in range(1, 5):
        ann.get_by_role("button", name=begins("pad.penalty")).click()
        expect(
            ann.get_by_role("img", name=words("play.penalties.of", count=count, most=4)).first
        ).to_be_visible()
    ann.get_by_role("button", name=words("pad.finish")).click()
    expect(ann.get_by_text(words("pad.kept.here"))).to_be_visible()
    expect(watcher.get_by_role("heading", level=1)).to_have_text(
        pattern("end.win.one", "end.win.you", "end.win.shared", "end.win.shared.you")
    )
    expect(watcher.get_by_text(words("pad.kept.here"))).to_have_count(0)
    for context in contexts:
        context.close()


def test_a_row_closed_during_a_confirmation_can_still_be_closed_by_the_other_player(
    browser: Browser, server: RunningServer
) -> None:
    contexts = [new_person(browser, server), new_person(browser, server)]
    ann, ben = (context.new_page() for context in contexts)
    join(ben, open_shared(ann, "Ann"), "Ben")
    for page in (ann, ben):
        cross(page, "red", 2, 3, 4, 5, 6)
    enter_roll(ann, 4, 3)
    expect(ben.get_by_text(words("pad.roll.of", name="Ann"))).to_be_visible()
    tap(ben, "red", 12)
    yes = ben.get_by_role("button", name=words("pad.other.yes", what=cell_name("red", 12)))
    expect(yes).to_be_visible()
    tap(ann, "red", 12)
    ann.get_by_role("button", name=words("pad.other.yes", what=cell_name("red", 12))).click()
    toast(ben, words("pad.said.closed", name="Ann", row=words("row.red")))
    yes.click()
    ben.get_by_role("button", name=words("pad.late.yes", what=cell_name("red", 12))).click()
    expect(ann.get_by_role("button", name=words("pad.show", name="Ben", count=28))).to_be_visible()
    for context in contexts:
        context.close()


def test_a_roll_marks_legal_cells_on_every_device(browser: Browser, server: RunningServer) -> None:
    contexts = [new_person(browser, server), new_person(browser, server)]
    ann, ben = (context.new_page() for context in contexts)
    # A player who uses the link of a table instead is redirected to the pad.
    join(ben, open_shared(ann, "Ann").replace("/pad/", "/t/"), "Ben")
    enter_roll(ann, 4, 3, 1, 2, 5, 6)
    ringed = pattern("play.cell.legal")
    expect(ben.get_by_role("button", name=ringed), "the sum is for all").to_have_count(4)
    expect(ann.get_by_role("button", name=ringed), "who rolled has more").to_have_count(12)
    expect(ben.get_by_role("button", name=words("play.cell.legal", colour="Red", number=7))).to_be_visible()
    tap(ben, "green", 10)
    ben.get_by_role("button", name=words("pad.other.yes", what=cell_name("green", 10))).click()
    expect(ann.get_by_role("button", name=words("pad.show", name="Ben", count=1))).to_be_visible()
    for context in contexts:
        context.close()


def test_axe_finds_no_violations_on_a_shared_pad(browser: Browser, server: RunningServer) -> None:
    contexts = [new_person(browser, server, color_scheme="dark") for _ in range(2)]
    ann, ben = (context.new_page() for context in contexts)
    link = open_shared(ann, "Ann")
    ben.goto(link)
    assert_accessible(ben, "join")
    join(ben, link, "Ben")
    tap(ben, "red", 12)
    assert_accessible(ben, "sheet")
    ann.get_by_role("button", name=words("pad.invite")).click()
    expect(ann.get_by_role("img", name=words("waiting.qr"))).to_be_visible()
    assert_accessible(ann, "invitation")
    for context in contexts:
        context.close()
