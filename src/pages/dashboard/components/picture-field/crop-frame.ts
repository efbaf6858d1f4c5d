/** Fractions of the picture's width and height, as the server takes them. */
export type Crop = { left: number; top: number; width: number; height: number };

/** The frame's zoom, and its position within its free space, from 0 (left, top) to 1. */
export type Framing = { zoom: number; across: number; down: number };

export const CENTRED: Framing = { zoom: 1, across: 0.5, down: 0.5 };

// A closer zoom would show pixels.
const MIN_WIDTH_PX = 400;
const MAX_ZOOM = 5;

type Shape = {
  /** Width divided by height, of the picture and of the frame. */
  picture: number;
  frame: number;
};

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/** At zoom 1 the frame is as large as the picture allows. */
export function cropOf({ picture, frame }: Shape, { zoom, across, down }: Framing): Crop {
  const width = Math.min(1, frame / picture) / zoom;
  const height = Math.min(1, picture / frame) / zoom;
  return { left: across * (1 - width), top: down * (1 - height), width, height };
}

/** The largest zoom for a picture of this width. */
export const mostZoom = (shape: Shape, widthPx: number): number =>
  clamp((Math.min(1, shape.frame / shape.picture) * widthPx) / MIN_WIDTH_PX, 1, MAX_ZOOM);

/** Zooms in or out around the middle of the frame. */
export function zoomTo(shape: Shape, framing: Framing, zoom: number): Framing {
  const before = cropOf(shape, framing);
  const after = cropOf(shape, { ...framing, zoom });
  return {
    zoom,
    across: within(before.left + (before.width - after.width) / 2, after.width, framing.across),
    down: within(before.top + (before.height - after.height) / 2, after.height, framing.down),
  };
}

/** Moves the picture by this part of the frame's width and height. */
export function moveBy(shape: Shape, framing: Framing, by: { across: number; down: number }): Framing {
  const { left, top, width, height } = cropOf(shape, framing);
  return {
    ...framing,
    across: within(left - by.across * width, width, framing.across),
    down: within(top - by.down * height, height, framing.down),
  };
}

/** Turns the frame's start into its share of the free space; keeps the old share if there is none. */
const within = (start: number, length: number, otherwise: number): number =>
  length > 0.999 ? otherwise : clamp(start / (1 - length), 0, 1);
