import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { onWhicheverPage } from './on-whichever-page.ts';
import { until } from './until.ts';

export const hasFocus = async (target: Locator): Promise<boolean> =>
  (await target.count()) > 0 &&
  onWhicheverPage(() =>
    // Of its own tree, which is a shadow root's for some.
    target.first().evaluate((element) => {
      return (element.getRootNode() as unknown as { activeElement: unknown }).activeElement === element;
    }),
  );

export const untilFocused = (target: Locator): Promise<boolean> =>
  until(`the focus on ${String(target)}`, () => hasFocus(target));

/** Presses keys where the focus is led by the page itself: `target.press` would put it there. */
export async function pressAt(target: Locator, ...keys: string[]): Promise<void> {
  for (const key of keys) {
    await untilFocused(target);
    await target.page().keyboard.press(key);
  }
}

/** Types where the focus is led by the page itself: `target.fill` would put it there. */
export async function typeAt(target: Locator, text: string): Promise<void> {
  await untilFocused(target);
  await target.page().keyboard.type(text);
}

// More than any page has stops.
const MAX_TABS = 300;

/** Tab by tab, as somebody without a mouse. `look` is taken at every stop. */
export async function tabTo(target: Locator, look?: () => Promise<unknown>): Promise<void> {
  await target.first().waitFor();
  for (let tabs = 0; !(await hasFocus(target)); tabs++) {
    assert.ok(tabs < MAX_TABS, `no way to ${String(target)} by keyboard`);
    await target.page().keyboard.press('Tab');
    await look?.();
  }
}

/** Presses a key that the whole page listens to, wherever the focus is. */
export const pressShortcut = (page: Page, key: string): Promise<void> => page.keyboard.press(key);

type Point = { x: number; y: number };
type Box = Point & { width: number; height: number };

export const middleOf = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 });

/** The place of an element, once it has come to rest. */
export async function boxOf(target: Locator): Promise<Box> {
  await target.scrollIntoViewIfNeeded();
  let before = '';
  return until(`${String(target)} to be at rest`, async () => {
    const box = await target.boundingBox();
    const now = JSON.stringify(box);
    const isAtRest = box !== null && now === before;
    before = now;
    return isAtRest && box;
  });
}

// Few enough that a drag takes less than a second.
const STEPS = 5;

/** Drags by hand, from one point of the screen to another. Each step is painted before the next one. `look` comes before the end. */
export async function drag(page: Page, from: Point, to: Point, look?: () => Promise<void>): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await untilPainted(page);
  for (let step = 1; step <= STEPS; step++) {
    const share = step / STEPS;
    await page.mouse.move(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share);
    await untilPainted(page);
  }
  await look?.();
  await page.mouse.up();
}

/** A handler's change is on the screen with the second frame from now. */
const untilPainted = (page: Page): Promise<unknown> =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');

/** Waits until nothing sticks out at the side of the screen. */
export async function untilFits(page: Page, what = 'the page'): Promise<void> {
  const size = page.viewportSize();
  assert.ok(size);
  let width = Infinity;
  await until(`${what} to fit ${size.width} px`, async () => {
    width = await page.evaluate<number>('document.documentElement.scrollWidth');
    return width <= size.width;
  }).catch((error: Error) => {
    throw new Error(`${error.message}; it is ${width} px wide`);
  });
}
