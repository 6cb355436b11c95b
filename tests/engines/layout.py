"""Checks for layout problems that hold on every screen, measured in the page."""

import time

from tests.engines.driver import Driver

# Seconds a page may take to lay itself out for another window size.
SETTLING = 20

# Describes every misplaced element. Dice and cards are slightly rotated, hence the tolerance.
_MISPLACED = """(isTable) => {
  const TOLERANCE = 2
  const THINGS = '.dice .roll, .dice .gone, .stack > *, .places > *'
  const isSeen = (it) => it.checkVisibility({ visibilityProperty: true }) && it.getClientRects().length > 0
  const all = (selector, within = document) => [...within.querySelectorAll(selector)].filter(isSeen)
  const box = (it) => it.getBoundingClientRect()
  const nameOf = (it) => `${it.tagName.toLowerCase()}.${it.getAttribute('class') ?? ''} "${it.ariaLabel ?? ''}"`
  const told = (it) => {
    const { x, y, width, height } = box(it)
    return `${nameOf(it)} at ${[x, y, width, height].map(Math.round)}`
  }
  const isInside = (inner, outer) =>
    inner.left >= outer.left - TOLERANCE && inner.right <= outer.right + TOLERANCE &&
    inner.top >= outer.top - TOLERANCE && inner.bottom <= outer.bottom + TOLERANCE
  const isAcross = ({ left, right }) => left >= -TOLERANCE && right <= innerWidth + TOLERANCE
  const meets = (one, other) =>
    one.left < other.right - TOLERANCE && other.left < one.right - TOLERANCE &&
    one.top < other.bottom - TOLERANCE && other.top < one.bottom - TOLERANCE
  const wrong = []

  const wider = document.documentElement.scrollWidth - innerWidth
  if (wider > 0) wrong.push(`the page is ${wider} px wider than the window`)

  for (const picture of all('img'))
    if (picture.complete && !picture.naturalWidth) wrong.push(`a picture that is not there: ${picture.src}`)

  const felts = all('.tray')
  for (const felt of felts) {
    if (!isAcross(box(felt))) wrong.push(`outside the window: ${told(felt)}`)
    for (const thing of all(THINGS, felt))
      if (!isInside(box(thing), box(felt))) wrong.push(`outside its felt: ${told(thing)}, ${told(felt)}`)
  }

  const sheets = all('section.pad')
  for (const sheet of sheets) {
    if (!isAcross(box(sheet))) wrong.push(`outside the window: ${told(sheet)}`)
    for (const felt of felts)
      if (meets(box(sheet), box(felt))) wrong.push(`on each other: ${told(sheet)}, ${told(felt)}`)
    for (const cell of all('.cell', sheet))
      if (!isInside(box(cell), box(sheet))) wrong.push(`outside its sheet: ${told(cell)}, ${told(sheet)}`)
  }

  if (isTable) {
    const window = { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
    if (!felts.some((felt) => all(THINGS, felt).length > 1)) wrong.push('no dice and no cards lie on the felt')
    if (!sheets.some((sheet) => isInside(box(sheet), window) && all('.cell', sheet).length === 44))
      wrong.push(`no whole sheet is in view: ${sheets.map(told)}`)
  }

  // Engines disagree about a drawing without a size: WebKit draws it at that of its paths.
  for (const drawing of all('svg'))
    if (!(drawing.width.baseVal.value && drawing.height.baseVal.value) && !(box(drawing).width && box(drawing).height))
      wrong.push(`a drawing without a size: ${nameOf(drawing)} in ${nameOf(drawing.parentElement)}`)
  return wrong
}"""

# Elements that move when all styles are recomputed: their layout was stale, from another window size.
_STALE = """() => {
  const boxes = () =>
    [...document.body.querySelectorAll('*')].filter((it) => it.checkVisibility()).map((it) => {
      const { x, y, width, height } = it.getBoundingClientRect()
      return { it, text: [x, y, width, height].map(Math.round).join() }
    })
  // What is folded away is laid out when it is opened.
  const before = boxes()
  document.body.style.paddingTop = '1px'
  void document.body.offsetHeight
  document.body.style.paddingTop = ''
  const after = boxes()
  return before.flatMap(({ it, text }, place) =>
    text === after[place].text ? [] : [`${it.tagName} ${it.className}: ${text} is ${after[place].text}`],
  )
}"""


def faults(driver: Driver, is_table: bool) -> list[str]:
    """Describe elements that overflow, overlap or have a stale layout, and what a table lacks."""
    end = time.monotonic() + SETTLING
    misplaced: list[str] = driver.evaluate(_MISPLACED, is_table)
    while misplaced and time.monotonic() < end:
        time.sleep(0.05)
        misplaced = driver.evaluate(_MISPLACED, is_table)
    # Only now: this check changes a style, which would repair the layout that WebKit left stale.
    stale: list[str] = driver.evaluate(_STALE)
    return [*misplaced, *(f"stale: {each}" for each in stale[:3])]
