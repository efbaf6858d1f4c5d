/** Six hexadecimal digits, in lower case and without `#`. */
export type HexColor = string;

/** As WCAG 2.2 works it out, 1 to 21. */
export function contrast(a: HexColor, b: HexColor): number {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: HexColor): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Red, green and blue, 0 to 255. */
export const channels = (color: HexColor): number[] =>
  [0, 2, 4].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
