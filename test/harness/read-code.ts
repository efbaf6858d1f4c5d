import jsqr from 'jsqr';
import type { Browser, Locator } from 'playwright-core';

// For the browser, as text: its globals are not those of the tests.
const PIXELS_OF_PICTURE = `async (base64) => {
  const image = new Image();
  image.src = 'data:image/png;base64,' + base64;
  await image.decode();
  const drawing = new OffscreenCanvas(image.width, image.height).getContext('2d');
  drawing.drawImage(image, 0, 0);
  const { data, width, height } = drawing.getImageData(0, 0, image.width, image.height);
  return { base64: new Uint8Array(data.buffer).toBase64(), width, height };
}`;
type Pixels = { base64: string; width: number; height: number };

/** Reads a code on the screen as a reader at the door would. */
export async function readCode(browser: Browser, code: Locator): Promise<string | undefined> {
  const picture = (await code.screenshot()).toString('base64');
  // In a page of its own: the one under test may have no JavaScript.
  const canvas = await browser.newPage();
  try {
    const { base64, width, height } = await canvas.evaluate<Pixels>(`(${PIXELS_OF_PICTURE})('${picture}')`);
    return jsqr.default(Uint8ClampedArray.from(Buffer.from(base64, 'base64')), width, height)?.data;
  } finally {
    await canvas.close();
  }
}
