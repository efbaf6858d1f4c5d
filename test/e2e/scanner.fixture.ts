import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { QUIET_MODULES, qrModules } from '../../src/tickets/draw-qr.ts';
import { chromiumOptions } from '../harness/browser.ts';
import { PHONE } from '../harness/open-dashboard.ts';

/** A phone with a storage of its own, which can be switched off and on again. */
export type Phone = {
  page(): Page;
  context(): BrowserContext;
  /** Kills the browser and starts it again with the same storage. */
  restart(): Promise<void>;
  complaints: string[];
  close(): Promise<void>;
};

/** `film`: what its camera sees, again and again; null is nothing. */
export async function startPhone({ film = [null] }: { film?: (string | null)[] } = {}): Promise<Phone> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tessera-phone-'));
  const video = path.join(folder, 'film.y4m');
  await writeFile(video, drawFilm(film));
  const complaints: string[] = [];
  const launch = async (): Promise<BrowserContext> => {
    const context = await chromium.launchPersistentContext(path.join(folder, 'profile'), {
      ...(await chromiumOptions()),
      viewport: PHONE,
      locale: 'en-GB',
      reducedMotion: 'reduce',
      args: [
        '--use-fake-ui-for-media-stream',
        '--use-fake-device-for-media-stream',
        `--use-file-for-fake-video-capture=${video}`,
      ],
    });
    context.setDefaultTimeout(60_000);
    context.on('weberror', (error) => complaints.push(error.error().message));
    context.on('console', (message) => {
      const isOurs = message.type() === 'error' && !message.text().startsWith('Failed to load resource');
      if (isOurs) complaints.push(message.text());
    });
    return context;
  };
  let context = await launch();
  return {
    complaints,
    context: () => context,
    page: () => {
      const page = context.pages()[0];
      assert.ok(page);
      return page;
    },
    async restart() {
      await context.close();
      context = await launch();
    },
    async close() {
      await context.close();
      await rm(folder, { recursive: true, force: true });
      assert.deepEqual(complaints, []);
    },
  };
}

/** Pairs by the link, and waits until the guest list is there. */
export async function openScanner(phone: Phone, link: string): Promise<Page> {
  const page = phone.page();
  await page.goto(link);
  await page.getByText(/List as of/).waitFor();
  return page;
}

/** As a hardware scanner does it: without a pause, which would be the end of a code. So no key waits until the page has had the last. */
export async function typeCode(page: Page, code: string): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const keys = Array.from(code, (key) => ({ key, text: key }));
  const enter = { key: 'Enter', code: 'Enter', text: '\r', windowsVirtualKeyCode: 13 };
  await Promise.all(
    [...keys, enter].flatMap(({ text, ...key }) => [
      cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', text, ...key }),
      cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key }),
    ]),
  );
  await cdp.detach();
}

/** From the next page on, who is let in is told until somebody presses Next, and not for some seconds only: a test may be slower. */
export const keepVerdicts = (phone: Phone): Promise<unknown> =>
  phone.context().addInitScript(`{
    const later = setTimeout;
    globalThis.setTimeout = (work, ms, ...rest) => later(work, ms === 3_000 || ms === 8_000 ? 2 ** 30 : ms, ...rest);
  }`);

export const verdictOf = (page: Page, said: string) => page.locator(`.verdict[data-said="${said}"]`);

const [WIDTH, HEIGHT] = [640, 480];
const MODULE_PX = 7;
const FRAMES_EACH = 4;

/** A film in the format that Chromium takes for a camera's, at two pictures a second. */
function drawFilm(codes: (string | null)[]): Buffer {
  const header = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F2:1 Ip A1:1 C420jpeg\n`);
  const grey = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  const frames = codes.flatMap((code) => {
    const frame = Buffer.concat([Buffer.from('FRAME\n'), drawPicture(code), grey]);
    return Array.from({ length: FRAMES_EACH }, () => frame);
  });
  return Buffer.concat([header, ...frames]);
}

function drawPicture(code: string | null): Buffer {
  const picture = Buffer.alloc(WIDTH * HEIGHT, 255);
  if (code === null) return picture;
  const { size, runs } = qrModules(code);
  const sidePx = (size + 2 * QUIET_MODULES) * MODULE_PX;
  const [left, top] = [(WIDTH - sidePx) >> 1, (HEIGHT - sidePx) >> 1];
  for (const { x, y, length } of runs) {
    for (let line = 0; line < MODULE_PX; line++) {
      const row = top + (y + QUIET_MODULES) * MODULE_PX + line;
      const start = row * WIDTH + left + (x + QUIET_MODULES) * MODULE_PX;
      picture.fill(0, start, start + length * MODULE_PX);
    }
  }
  return picture;
}
