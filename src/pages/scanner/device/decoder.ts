/** The text of the QR code in a picture; null where none can be read. */
export type Decode = (picture: HTMLCanvasElement) => Promise<string | null>;

// Of the browsers' own, TypeScript knows nothing yet.
type Detector = { detect(picture: HTMLCanvasElement): Promise<{ rawValue: string }[]> };
type DetectorClass = {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
};

/** The phone's own reader where it has one, which costs the least battery; ours elsewhere, loaded when it is needed. */
export async function createDecoder(): Promise<Decode> {
  return (await nativeDecoder()) ?? (await import('./wasm-decoder.ts')).createWasmDecoder();
}

async function nativeDecoder(): Promise<Decode | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  // Some browsers have the name and nothing behind it.
  const formats = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? [];
  if (!BarcodeDetector || !formats.includes('qr_code')) return null;
  const detector = new BarcodeDetector({ formats: ['qr_code'] });
  return async (picture) => (await detector.detect(picture))[0]?.rawValue ?? null;
}
