import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Dialog } from '../dialog.tsx';
import { useDashboard } from '../../dashboard.ts';
import { CENTRED, cropOf, moveBy, mostZoom, zoomTo, type Crop, type Framing } from './crop-frame.ts';
import type { ReadPicture } from './read-picture.ts';
import { usePictureTexts } from './texts.ts';

/** Width to height, such as `4:5`; `whole` is the picture's own. */
export type Ratio = `${number}:${number}` | 'whole';

// The canvas is drawn this large, and shown as large as fits.
const CANVAS_PX = 900;
const SMALL_PX = 800;
const KEY_STEP = 0.05;
const ZOOM_STEP = 0.1;

const ARROWS: Record<string, { across: number; down: number }> = {
  ArrowLeft: { across: KEY_STEP, down: 0 },
  ArrowRight: { across: -KEY_STEP, down: 0 },
  ArrowUp: { across: 0, down: KEY_STEP },
  ArrowDown: { across: 0, down: -KEY_STEP },
};

function valueOf(ratio: Ratio, own: number): number {
  if (ratio === 'whole') return own;
  const [width = 1, height = 1] = ratio.split(':').map(Number);
  return width / height;
}

export type CropProps = {
  picture: ReadPicture;
  /** The shapes to choose from; the first is offered first. */
  ratios: readonly Ratio[];
  onUse: (crop: Crop | null) => void;
  onClose: () => void;
};

/** Crops a picture. The picture moves behind a frame of the chosen shape: by hand, by the sliders, or by keys. */
export function CropDialog({ picture, ratios, onUse, onClose }: CropProps): VNode {
  const { texts: all } = useDashboard();
  const texts = usePictureTexts().crop;
  const ratio = useSignal<Ratio>(ratios[0] ?? 'whole');
  const framing = useSignal<Framing>(CENTRED);
  const name = useId();
  const shape = {
    picture: picture.widthPx / picture.heightPx,
    frame: valueOf(ratio.value, picture.widthPx / picture.heightPx),
  };
  const most = mostZoom(shape, picture.widthPx);
  const crop = cropOf(shape, framing.value);
  const size = {
    width: Math.round(crop.width * picture.widthPx),
    height: Math.round(crop.height * picture.heightPx),
  };
  const zoom = (to: number): void => {
    framing.value = zoomTo(shape, framing.value, Math.min(most, Math.max(1, to)));
  };
  const isWhole = ratio.value === 'whole' && framing.value.zoom === 1;
  const use = (): void => onUse(isWhole ? null : crop);
  return (
    <Dialog kind="wide" title={texts.title} onClose={onClose}>
      <div
        class="stack gap-m crop"
        // Enter in a field would send a surrounding form.
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          use();
        }}
      >
        <Frame
          picture={picture}
          crop={crop}
          frame={shape.frame}
          onMove={(by) => (framing.value = moveBy(shape, framing.value, by))}
          onZoom={(by) => zoom(framing.value.zoom + by)}
        />
        <div class="stack gap-xs crop-controls">
          {ratios.length > 1 && (
            <fieldset class="cluster gap-xs ratios">
              <legend>{texts.shape}</legend>
              {ratios.map((one) => (
                <label key={one}>
                  <input
                    type="radio"
                    name={name}
                    checked={ratio.value === one}
                    onChange={() => {
                      ratio.value = one;
                      framing.value = CENTRED;
                    }}
                  />
                  <span>{one === 'whole' ? texts.whole : one}</span>
                </label>
              ))}
            </fieldset>
          )}
          <Slider label={texts.zoom} value={framing.value.zoom} min={1} max={most} onInput={zoom} />
          <Slider
            label={texts.across}
            value={framing.value.across}
            min={0}
            max={crop.width > 0.999 ? 0 : 1}
            onInput={(across) => (framing.value = { ...framing.value, across })}
          />
          <Slider
            label={texts.down}
            value={framing.value.down}
            min={0}
            max={crop.height > 0.999 ? 0 : 1}
            onInput={(down) => (framing.value = { ...framing.value, down })}
          />
          <p class="soft hint">
            {texts.pixels(size)}
            {size.width < SMALL_PX && <> {texts.soft}</>}
          </p>
        </div>
      </div>
      <div class="dialog-actions">
        <button type="button" class="main" onClick={use}>
          {texts.use}
        </button>
        <button type="button" class="second" onClick={onClose}>
          {all.parts.cancel}
        </button>
      </div>
    </Dialog>
  );
}

/** The cropped part, with lines at the thirds. */
function Frame({
  picture,
  crop,
  frame,
  onMove,
  onZoom,
}: {
  picture: ReadPicture;
  crop: Crop;
  frame: number;
  onMove: (by: { across: number; down: number }) => void;
  onZoom: (by: number) => void;
}): VNode {
  const texts = usePictureTexts().crop;
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = Math.round(frame >= 1 ? CANVAS_PX : CANVAS_PX * frame);
  const height = Math.round(width / frame);
  useLayoutEffect(() => {
    const pen = canvas.current?.getContext('2d');
    const { width: w, height: h } = picture.canvas;
    pen?.drawImage(
      picture.canvas,
      crop.left * w,
      crop.top * h,
      crop.width * w,
      crop.height * h,
      0,
      0,
      width,
      height,
    );
  });
  const move = (event: PointerEvent & { currentTarget: HTMLElement }): void => {
    const { currentTarget } = event;
    if (!currentTarget.hasPointerCapture(event.pointerId)) return;
    const { width: shownWidth, height: shownHeight } = currentTarget.getBoundingClientRect();
    onMove({ across: event.movementX / shownWidth, down: event.movementY / shownHeight });
  };
  return (
    <div
      class="crop-frame"
      role="group"
      tabIndex={0}
      aria-label={texts.frame}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={move}
      onWheel={(event) => {
        event.preventDefault();
        onZoom(event.deltaY < 0 ? ZOOM_STEP : -ZOOM_STEP);
      }}
      onKeyDown={(event) => {
        const by = ARROWS[event.key];
        if (by) onMove(by);
        else if (event.key === '+' || event.key === '=') onZoom(ZOOM_STEP);
        else if (event.key === '-') onZoom(-ZOOM_STEP);
        else return;
        event.preventDefault();
      }}
    >
      <canvas ref={canvas} width={width} height={height} />
    </div>
  );
}

/** Disabled if there is nothing to choose. */
function Slider({
  label,
  value,
  min,
  max,
  onInput,
}: {
  label: string;
  value: number;
  min: number;
  max: number;
  onInput: (value: number) => void;
}): VNode {
  return (
    <label class="stack small slider">
      <span>{label}</span>
      <input
        type="range"
        min={min}
        max={max}
        step="any"
        value={value}
        disabled={max <= min}
        onInput={({ currentTarget }) => onInput(currentTarget.valueAsNumber)}
      />
    </label>
  );
}
