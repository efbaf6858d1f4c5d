import type { RunningMap } from './run-map.ts';

export type ZoomTexts = { zoomIn: string; zoomOut: string; wholeMap: string; tapToZoom: string };

export const ZOOM_STEP = 1.6;

export function ZoomBar({ map, texts }: { map: RunningMap | null; texts: ZoomTexts }) {
  const isWhole = map?.isWhole.value ?? true;
  return (
    <div class="seat-zoom">
      <p>{map?.isFar.value && texts.tapToZoom}</p>
      <button type="button" aria-label={texts.zoomIn} onClick={() => map?.zoomBy(ZOOM_STEP)}>
        +
      </button>
      <button
        type="button"
        aria-label={texts.zoomOut}
        disabled={isWhole}
        onClick={() => map?.zoomBy(1 / ZOOM_STEP)}
      >
        −
      </button>
      <button type="button" aria-label={texts.wholeMap} disabled={isWhole} onClick={() => map?.showAll()}>
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M3 8V3h5M12 3h5v5M17 12v5h-5M8 17H3v-5" />
        </svg>
      </button>
    </div>
  );
}
