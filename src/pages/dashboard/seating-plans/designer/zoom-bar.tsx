import type { VNode } from 'preact';
import { Icon } from '../../../shared/icon.tsx';
import { minusIcon, plusIcon } from '../../../shared/icons.ts';
import { useStudio } from './studio.ts';

export const ZOOM_STEP = 1.5;
const ALL_ICON = 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5';
const SNAP_ICON = 'M6 4v7a6 6 0 0 0 12 0V4h-4v7a2 2 0 0 1-4 0V4zM6 8h4M14 8h4';

/** The zoom, and whether moved objects snap to lines. */
export function ZoomBar(): VNode {
  const { board, texts, desk } = useStudio();
  const buttons = [
    { label: texts.zoomOut, icon: minusIcon, onPress: () => board.value?.zoom(1 / ZOOM_STEP) },
    { label: texts.zoomIn, icon: plusIcon, onPress: () => board.value?.zoom(ZOOM_STEP) },
    { label: texts.showAll, icon: ALL_ICON, onPress: () => board.value?.showAll() },
  ];
  return (
    <div class="framed plan-zoom">
      <button
        type="button"
        aria-label={texts.snap}
        title={texts.snap}
        aria-pressed={desk.isSnapping.value}
        onClick={() => (desk.isSnapping.value = !desk.isSnapping.value)}
      >
        <Icon path={SNAP_ICON} />
      </button>
      {buttons.map(({ label, icon, onPress }) => (
        <button key={label} type="button" aria-label={label} title={label} onClick={onPress}>
          <Icon path={icon} />
        </button>
      ))}
    </div>
  );
}
