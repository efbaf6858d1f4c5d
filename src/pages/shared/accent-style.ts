import type { Accent } from './accent.ts';
import type { Theme } from '../../rules/theme.ts';

/** The colours of one event, over those of the theme. */
export function accentStyle({ light, dark }: Record<Theme, Accent>): string {
  const inDark = variables(dark);
  return [
    `:root{${variables(light)}}`,
    `@media screen and (prefers-color-scheme:dark){:root[data-theme=auto]{${inDark}}}`,
    `:root[data-theme=dark]{${inDark}}`,
  ].join('');
}

const variables = ({ accent, onAccent, accentText }: Accent): string =>
  `--accent:#${accent};--on-accent:#${onAccent};--accent-text:#${accentText}`;
