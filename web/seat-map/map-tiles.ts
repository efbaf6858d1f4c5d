import { seenBox, type Point } from './map-view.ts';
import { paintSeats, type Stamps } from './paint-seats.ts';
import type { Frame } from './scene.ts';

// Seats are painted onto tiles that stay while the map moves, as on a street map: moving it is then a matter of laying
// out a few pictures, however many seats there are. Fresh tiles come a few each frame; until then old ones show.

type Tile = { picture: HTMLCanvasElement; version: number };
type Layer = { scale: number; tilePx: number; tiles: Map<string, Tile>; stamps: Stamps };

export type MapTiles = {
  /** Seats here look different from before; all others are as they were. */
  spoil(points: Point[]): void;
  /** Says whether tiles are still to come, so that another frame is wanted. */
  draw(context: CanvasRenderingContext2D, frame: TileFrame): boolean;
};
type TileFrame = Frame & {
  /** Counts up when all seats look different from before. */
  version: number;
  /** While a finger or an animation changes the scale, tiles are stretched and none painted anew. */
  isZooming: boolean;
};

// From afar a tile has many seats and must be smaller to fit into a frame; close by, fewer tiles are fewer to lay out.
const FAR_TILE_PX = 128;
const NEAR_TILE_PX = 256;
const NEAR_SCALE = 9;
// Leaves half of a frame at sixty a second to everything else.
const BUDGET_MS = 8;
const SPOILT = -1;
// About a large screen's worth and what lies around it.
const MAX_TILES = 100;

export function createTiles(): MapTiles {
  let layer = startLayer(0);
  let under: Layer | null = null;

  function draw(context: CanvasRenderingContext2D, frame: TileFrame): boolean {
    const { view, isZooming } = frame;
    if (layer.scale !== view.scale && (!isZooming || layer.scale === 0)) {
      // A half-painted layer is worth less than the whole one beneath it.
      if (layer.tiles.size > 0 && (!under || isWhole(layer, frame))) under = layer;
      layer = startLayer(view.scale);
    }
    const isMissing = layer.scale === view.scale && paintMissing(layer, frame);
    if (under && !isMissing && layer.scale === view.scale) under = null;
    if (under) layOut(context, under, frame);
    layOut(context, layer, frame);
    return isMissing;
  }

  function spoil(points: Point[]): void {
    for (const { scale, tilePx, tiles } of under ? [layer, under] : [layer]) {
      const at = (value: number) => Math.floor((value * scale) / tilePx);
      for (const { x, y } of points) {
        for (const column of new Set([at(x - 0.5), at(x + 0.5)])) {
          for (const line of new Set([at(y - 0.5), at(y + 0.5)])) {
            const tile = tiles.get(`${column} ${line}`);
            if (tile) tile.version = SPOILT;
          }
        }
      }
    }
  }

  return { spoil, draw };
}

function startLayer(scale: number): Layer {
  return {
    scale,
    tilePx: scale < NEAR_SCALE ? FAR_TILE_PX : NEAR_TILE_PX,
    tiles: new Map(),
    stamps: new Map(),
  };
}

function isWhole(layer: Layer, frame: TileFrame): boolean {
  return tilesIn(layer, frame).every(({ key }) => layer.tiles.has(key));
}

function tilesIn(
  { scale, tilePx }: Layer,
  { view, size }: TileFrame,
): { key: string; column: number; line: number }[] {
  const side = tilePx / scale;
  const seen = seenBox(view, size);
  const tiles = [];
  for (let line = Math.floor(seen.top / side); line * side < seen.bottom; line++) {
    for (let column = Math.floor(seen.left / side); column * side < seen.right; column++) {
      tiles.push({ key: `${column} ${line}`, column, line });
    }
  }
  return tiles;
}

function paintMissing(layer: Layer, frame: TileFrame): boolean {
  const until = performance.now() + BUDGET_MS;
  const wanted = tilesIn(layer, frame).filter(({ key }) => layer.tiles.get(key)?.version !== frame.version);
  for (const [index, { key, column, line }] of wanted.entries()) {
    if (index > 0 && performance.now() > until) return true;
    const picture = layer.tiles.get(key)?.picture ?? document.createElement('canvas');
    paintTile(picture, { column, line }, layer, frame);
    // Deleted first, so that the map's order is that of use.
    layer.tiles.delete(key);
    layer.tiles.set(key, { picture, version: frame.version });
  }
  for (const key of layer.tiles.keys()) {
    if (layer.tiles.size <= MAX_TILES) break;
    layer.tiles.delete(key);
  }
  return false;
}

function paintTile(
  picture: HTMLCanvasElement,
  { column, line }: { column: number; line: number },
  { scale, tilePx, stamps }: Layer,
  { ratio, scene }: TileFrame,
): void {
  // Setting the width also wipes what was there.
  picture.width = picture.height = Math.round(tilePx * ratio);
  const context = picture.getContext('2d');
  if (!context) return;
  const side = tilePx / scale;
  const [left, top] = [column * side, line * side];
  paintSeats(scene, {
    context,
    box: { left, top, right: left + side, bottom: top + side },
    scale: scale * ratio,
    ratio,
    stamps,
  });
}

function layOut(context: CanvasRenderingContext2D, layer: Layer, frame: TileFrame): void {
  const { view, size, ratio } = frame;
  const stretch = view.scale / layer.scale;
  const side = layer.tilePx * stretch * ratio;
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
