import type { VNode } from 'preact';

type QrCodeProps = { qr: { side: number; path: string }; label: string; class?: string };

/** Black on white whatever the theme is: so a camera reads it best. */
export function QrCode({ qr: { side, path }, label, class: className }: QrCodeProps): VNode {
  return (
    <svg
      class={className}
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={label}
      shape-rendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${side}v${side}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  );
}
