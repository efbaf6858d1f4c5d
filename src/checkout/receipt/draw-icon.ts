import { html, type Html } from '../../mail/html.ts';

const ICONS = {
  check: html`<path d="M5 12.5l4.5 4.5L19 7.5" />`,
  clock: html`<circle cx="12" cy="12" r="8.5" /><path d="M12 7v5l3.2 2" />`,
  stop: html`<circle cx="12" cy="12" r="8.5" /><path d="M8.5 12h7" />`,
  back: html`<path d="M9 7L4.5 11.5 9 16" /><path
      d="M5 11.5h9a5 5 0 0 1 0 10h-2"
      transform="translate(0 -1)"
    />`,
  alert: html`<circle cx="12" cy="12" r="8.5" /><path d="M12 7.5v5.5M12 16.2v.1" />`,
  calendar: html`<rect x="4" y="5.5" width="16" height="14.5" rx="2" /><path
      d="M4 10h16M8.5 3.5v4M15.5 3.5v4"
    />`,
  download: html`<path d="M12 4v11M7.5 11l4.5 4.5L16.5 11M5 20h14" />`,
  letter: html`<rect x="3.5" y="5.5" width="17" height="13" rx="2" /><path d="M4 7l8 6 8-6" />`,
  down: html`<path d="M12 5v14M6.5 13.5L12 19l5.5-5.5" />`,
  cross: html`<path d="M6 6l12 12M18 6L6 18" />`,
};

export type IconName = keyof typeof ICONS;

export function icon(name: IconName): Html {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    ${ICONS[name]}
  </svg>`;
}
