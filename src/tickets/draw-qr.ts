import { create, toBuffer } from 'qrcode';
import { html, Html } from '../pages/html.ts';

// The white border that readers need around the code, in modules (ISO/IEC 18004).
export const QUIET_MODULES = 4;

/** A horizontal run of dark modules. */
export type DarkRun = { x: number; y: number; length: number };

export type QrModules = { size: number; runs: DarkRun[] };

/** A code as its dark modules. Runs rather than single squares: no hairlines between them on paper or screen. */
export function qrModules(code: string): QrModules {
  // M: a thumb-sized smudge does no harm, and the modules stay large.
  const { modules } = create(code, { errorCorrectionLevel: 'M' });
  const runs: DarkRun[] = [];
  for (let y = 0; y < modules.size; y++) {
    for (let x = 0; x < modules.size; x++) {
      if (!modules.get(y, x)) continue;
      const last = runs.at(-1);
      if (last && last.y === y && last.x + last.length === x) last.length += 1;
      else runs.push({ x, y, length: 1 });
    }
  }
  return { size: modules.size, runs };
}

/** A QR code for a page, sharp at any size; its own white ground keeps it readable on dark pages. */
export function qrSvg(code: string, { title }: { title: string }): Html {
  const { size, runs } = qrModules(code);
  const side = size + 2 * QUIET_MODULES;
  const dark = runs
    .map(({ x, y, length }) => `M${x + QUIET_MODULES} ${y + QUIET_MODULES}h${length}v1h-${length}z`)
    .join('');
  return html`<svg
    xmlns="http://www.w3.org/2000/svg"
    viewBox="0 0 ${side} ${side}"
    role="img"
    shape-rendering="crispEdges"
  >
    <title>${title}</title>
    <path fill="#fff" d="M0 0h${side}v${side}H0z" />
    <path fill="#000" d="${dark}" />
  </svg>`;
}

/** A QR code for e-mails, whose readers show no SVG. */
export function qrPng(code: string): Promise<Buffer> {
  return toBuffer(code, { errorCorrectionLevel: 'M', margin: QUIET_MODULES, scale: 5 });
}
