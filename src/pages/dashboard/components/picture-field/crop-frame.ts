/** Fractions of the picture's width and height, as the server takes them. */
export type Crop = { left: number; top: number; width: number; height: number };

/** Where the frame is: how close, and where within the room that it has, from 0 (left, top) to 1. */
export type Framing = { zoom: number; across: number; down: number };

export const CENTRED: Framing = { zoom: 1, across: 0.5, down: 0.5 };

// Closer than this the picture would be made of squares.
const MIN_WIDTH_PX = 400;
const MAX_ZOOM = 5;

type Shape = {
  /** Width divided by height, of the picture and of the frame. */
  picture: number;
  frame: number;
};

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/** At zoom 1 the frame is as large as the picture lets it be. */
export function cropOf({ picture, frame }: Shape, { zoom, across, down }: Framing): Crop {
  const width = Math.min(1, frame / picture) / zoom;
  const height = Math.min(1, picture / frame) / zoom;
  return { left: across * (1 - width), top: down * (1 - height), width, height };
}

/** How close one may come to a picture of this width. */
export const mostZoom = (shape: Shape, widthPx: number): number =>
  clamp((Math.min(1, shape.frame / shape.picture) * widthPx) / MIN_WIDTH_PX, 1, MAX_ZOOM);

/** Closer or further away, with the middle of the frame where it was. */
export function zoomTo(shape: Shape, framing: Framing, zoom: number): Framing {
  const before = cropOf(shape, framing);
  const after = cropOf(shape, { ...framing, zoom });
  return {
    zoom,
    across: within(before.left + (before.width - after.width) / 2, after.width, framing.across),
    down: within(before.top + (before.height - after.height) / 2, after.height, framing.down),
  };
}

/** The picture follows a hand by this part of the frame's width and height. */
export function moveBy(shape: Shape, framing: Framing, by: { across: number; down: number }): Framing {
  const { left, top, width, height } = cropOf(shape, framing);
  return {
    ...framing,
    across: within(left - by.across * width, width, framing.across),
    down: within(top - by.down * height, height, framing.down),
  };
}

/** From where the frame begins to how far that is within its room; what it was, where there is no room. */
const within = (start: number, length: number, otherwise: number): number =>
  length > 0.999 ? otherwise : clamp(start / (1 - length), 0, 1);
