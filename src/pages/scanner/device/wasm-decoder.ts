import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasmFile from 'zxing-wasm/reader/zxing_reader.wasm';
import type { Decode } from './decoder.ts';

/** ZXing, from our own server: a phone with no network has it from the service worker. */
export async function createWasmDecoder(): Promise<Decode> {
  const address = new URL(wasmFile, import.meta.url).href;
  await prepareZXingModule({ overrides: { locateFile: () => address }, fireImmediately: true });
  return async (picture) => {
    const pixels = picture.getContext('2d')?.getImageData(0, 0, picture.width, picture.height);
    if (!pixels) return null;
    const [found] = await readBarcodes(pixels, {
      formats: ['QRCode'],
      maxNumberOfSymbols: 1,
      // Tickets in the dark theme of some mail programs are white on black.
      tryInvert: true,
      tryRotate: false,
      tryDownscale: false,
    });
    return found?.isValid ? found.text : null;
  };
}
