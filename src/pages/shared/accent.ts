import { channels, contrast, type HexColor } from '../../values/contrast.ts';
import type { Theme } from '../../rules/theme.ts';

export type Accent = {
  accent: HexColor;
  /** Black or white: what can be read on the accent. */
  onAccent: HexColor;
  /** The accent as the colour of text on the page. */
  accentText: HexColor;
};

/** WCAG 2.2 AA for text of any size. */
const MIN_CONTRAST = 4.5;
// The page's ground that is hardest to read on, in either theme: `--surface-sunk` of light, `--surface-raised` of dark.
export const HARDEST_GROUND = { light: 'f3eee5', dark: '121e20' } as const;
const HOUSE_ACCENT = { light: '0d5c60', dark: '74cbc3' } as const;
const STEPS = 50;

/** Six digits with or without `#`, as the embed's address has them; null for anything else. */
export function readColor(text: string | null): HexColor | null {
  const digits = /^#?([0-9a-f]{6})$/i.exec(text ?? '')?.[1];
  return digits?.toLowerCase() ?? null;
}

/** The colours that follow from the accent, so that whatever a site chooses can be read. */
export function accentFor(theme: Theme, chosen: HexColor | null): Accent {
  const accent = chosen ?? HOUSE_ACCENT[theme];
  return {
    accent,
    onAccent: contrast(accent, 'ffffff') >= MIN_CONTRAST ? 'ffffff' : '000000',
    accentText: readableOn(HARDEST_GROUND[theme], accent, theme === 'light' ? 0 : 255),
  };
}

/** The colour, mixed with black or white until it can be read on the ground. */
function readableOn(ground: HexColor, color: HexColor, towards: 0 | 255): HexColor {
  for (let step = 0; ; step++) {
    const mixed = channels(color)
      .map((channel) => Math.round(channel + ((towards - channel) * step) / STEPS))
      .map((channel) => channel.toString(16).padStart(2, '0'))
      .join('');
    if (step === STEPS || contrast(mixed, ground) >= MIN_CONTRAST) return mixed;
  }
}
