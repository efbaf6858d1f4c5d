import { isTouching, seenBox, type Box } from './map-view.ts';
import { paintSeats, type Stamps } from './paint-seats.ts';
import type { Frame } from './scene.ts';

// Seats are painted onto tiles that stay while the map moves, as on a street map: moving it is then a matter of laying
// out a few pictures, however many seats there are. Fresh tiles come a few each frame; until then old ones show.

type Tile = { picture: HTMLCanvasElement; version: number; box: Box };
type Layer = { scale: number; tiles: Map<string, Tile>; stamps: Stamps };

export type MapTiles = {
  /** The contents of these boxes look different from before; all else is as it was. */
  spoil(boxes: readonly Box[]): void;
  /** Says whether tiles are still to come, so that another frame is wanted. */
  draw(context: CanvasRenderingContext2D, frame: TileFrame): boolean;
};
type TileFrame = Frame & {
  /** Counts up when all seats look different from before. */
  version: number;
  /** While a finger or an animation changes the scale, tiles are stretched and none painted again. */
  isZooming: boolean;
};

// From afar a tile has some thousands of seats, which fit into a frame; more tiles would be more to begin, and to lay out.
const TILE_PX = 256;
// Leaves a quarter of a frame at sixty a second to everything else.
const BUDGET_MS = 12;
// If no tile in view is as it should be, all of them at once are worth a late frame: halves of two states are not.
const ALL_BUDGET_MS = 30;
const SPOILT = -1;
// About a large screen's worth and what lies around it.
const MAX_TILES = 100;

export function createTiles(): MapTiles {
  let layer = startLayer(0);
  let under: Layer | null = null;
  // Canvases of layers that are gone: to make one costs as much as to paint it.
  const spare: HTMLCanvasElement[] = [];

  function letGo({ tiles }: Layer): void {
    for (const { picture } of tiles.values()) if (spare.length < MAX_TILES) spare.push(picture);
  }

  function draw(context: CanvasRenderingContext2D, frame: TileFrame): boolean {
    const { view, isZooming } = frame;
    if (layer.scale !== view.scale && (!isZooming || layer.scale === 0)) {
      // A half-painted layer is worth less than the whole one beneath it.
      const isBetter = layer.tiles.size > 0 && (!under || isWhole(layer, frame));
      const gone = isBetter ? under : layer;
      if (gone) letGo(gone);
      if (isBetter) under = layer;
      layer = startLayer(view.scale);
    }
    const isMissing = layer.scale === view.scale && paintMissing(layer, frame, spare);
    if (under && !isMissing && layer.scale === view.scale) {
      letGo(under);
      under = null;
    }
    if (under) layOut(context, under, frame);
    layOut(context, layer, frame);
    return isMissing;
  }

  function spoil(boxes: readonly Box[]): void {
    for (const { tiles } of under ? [layer, under] : [layer]) {
      for (const tile of tiles.values()) {
        if (boxes.some((box) => isTouching(box, tile.box))) tile.version = SPOILT;
      }
    }
  }

  return { spoil, draw };
}

function startLayer(scale: number): Layer {
  return { scale, tiles: new Map(), stamps: new Map() };
}

function isWhole(layer: Layer, frame: TileFrame): boolean {
  return tilesIn(layer, frame).every(({ key }) => layer.tiles.has(key));
}

function tilesIn(
  { scale }: Layer,
  { view, size }: TileFrame,
): { key: string; column: number; line: number }[] {
  const side = TILE_PX / scale;
  const seen = seenBox(view, size);
  const tiles = [];
  for (let line = Math.floor(seen.top / side); line * side < seen.bottom; line++) {
    for (let column = Math.floor(seen.left / side); column * side < seen.right; column++) {
      tiles.push({ key: `${column} ${line}`, column, line });
    }
  }
  return tiles;
}

function paintMissing(layer: Layer, frame: TileFrame, spare: HTMLCanvasElement[]): boolean {
  const seen = tilesIn(layer, frame);
  const wanted = seen.filter(({ key }) => layer.tiles.get(key)?.version !== frame.version);
  const until = performance.now() + (wanted.length === seen.length ? ALL_BUDGET_MS : BUDGET_MS);
  for (const [index, { key, column, line }] of wanted.entries()) {
    if (index > 0 && performance.now() > until) return true;
    const picture = layer.tiles.get(key)?.picture ?? spare.pop() ?? document.createElement('canvas');
    const side = TILE_PX / layer.scale;
    const [left, top] = [column * side, line * side];
    const box = { left, top, right: left + side, bottom: top + side };
    paintTile(picture, box, layer, frame);
    // Deleted first, so that the map's order is that of use.
    layer.tiles.delete(key);
    layer.tiles.set(key, { picture, version: frame.version, box });
  }
  for (const key of layer.tiles.keys()) {
    if (layer.tiles.size <= MAX_TILES) break;
    layer.tiles.delete(key);
  }
  return false;
}

function paintTile(
  picture: HTMLCanvasElement,
  box: Box,
  { scale, stamps }: Layer,
  { ratio, scene }: TileFrame,
): void {
  const sidePx = Math.round(TILE_PX * ratio);
  if (picture.width !== sidePx) picture.width = picture.height = sidePx;
  const context = picture.getContext('2d');
  if (!context) return;
  context.clearRect(0, 0, sidePx, sidePx);
  paintSeats(scene, { context, box, scale: scale * ratio, ratio, stamps });
}

function layOut(context: CanvasRenderingContext2D, layer: Layer, frame: TileFrame): void {
  const { view, size, ratio } = frame;
  const stretch = view.scale / layer.scale;
  const side = TILE_PX * stretch * ratio;
  const seen = seenBox(view, size);
  // Rounded once for all: tiles that stand on whole pixels have no seams.
  const left = Math.round(-seen.left * view.scale * ratio);
  const top = Math.round(-seen.top * view.scale * ratio);
  for (const { key, column, line } of tilesIn(layer, frame)) {
    const tile = layer.tiles.get(key);
    if (!tile) continue;
    if (stretch === 1) context.drawImage(tile.picture, left + column * side, top + line * side);
    else context.drawImage(tile.picture, left + column * side, top + line * side, side + 0.5, side + 0.5);
  }
}
