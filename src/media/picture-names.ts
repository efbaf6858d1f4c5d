/** A picture that we encoded: its largest size, from which its other files follow. */
export type EncodedName = { hash: string; widthPx: number; heightPx: number };

export type PictureFormat = 'jpg' | 'webp';

// Typical widths of screens in pixels: a card, a phone, a phone with a sharp screen, a whole desk.
const WIDTHS_PX = [320, 640, 1280, 1920] as const;

/** No picture is kept larger. */
export const MAX_PICTURE = { widthPx: 1920, heightPx: 2880 };

const ENCODED_NAME = /^([0-9a-f]{40})-(\d{1,4})x(\d{1,4})-(\d{1,4})\.(jpg|webp)$/;

/** The widths that a picture of this width is stored in: none is larger than what was uploaded. */
export const widthsOf = (widthPx: number): number[] => [
  ...WIDTHS_PX.filter((width) => width < widthPx),
  widthPx,
];

/** `widthPx` is the file's own; the picture's largest size is in all of its names. */
export const nameFile = (
  { hash, widthPx, heightPx }: EncodedName,
  file: { widthPx: number; format: PictureFormat },
): string => `${hash}-${widthPx}x${heightPx}-${file.widthPx}.${file.format}`;

/** Null where the file is one that was stored before pictures had several sizes. */
export function readName(file: string): EncodedName | null {
  const [, hash, width, height] = ENCODED_NAME.exec(file) ?? [];
  return hash === undefined ? null : { hash, widthPx: Number(width), heightPx: Number(height) };
}

/** The name of the JPEG that is at most this wide, or of the smallest there is. */
export function jpegOfWidth(picture: EncodedName, maxWidthPx: number): string {
  const widths = widthsOf(picture.widthPx);
  const widthPx = widths.findLast((width) => width <= maxWidthPx) ?? widths[0] ?? picture.widthPx;
  return nameFile(picture, { widthPx, format: 'jpg' });
}
