import { isSeated, type PlanObject } from '../../../../../seating-plans/plan-schema.ts';
import { drawnOf } from '../../../../seat-map/board/changing-scene.ts';
import { liftOff, type Lifted } from '../../../../seat-map/board/lifted.ts';
import { glideOn } from '../../../../seat-map/camera.ts';
import { layGrid } from '../../../../seat-map/lay-grid.ts';
import { createTiles } from '../../../../seat-map/map-tiles.ts';
import { seenBox, widen, type Box } from '../../../../seat-map/map-view.ts';
import { outlineDrawn } from '../../../../seat-map/outline-sections.ts';
import { paintSectionNames } from '../../../../seat-map/paint-labels.ts';
import { paintSeats, type Stamps } from '../../../../seat-map/paint-seats.ts';
import type { Frame, Scene } from '../../../../seat-map/scene.ts';
import type { Board } from './board.ts';
import { reachOf } from './hall.ts';
import { paintBlocked, paintGround, paintOverlays, paintPills, paintSections } from './paint-parts.ts';

export type BoardPainter = {
  wantFrame(): void;
  /** The plan looks different in these boxes; null: everywhere. */
  spoil(boxes: readonly Box[] | null): void;
  /** A drag starts or ends. */
  rearrange(): void;
  stop(): void;
};

/** Paints the plan on the canvas: seats and drawings on the seat map's tiles, all else in each animation frame. */
export function paintBoard(board: Board): BoardPainter {
  const { canvas, camera, desk } = board;
  const { scene } = desk.hall;
  const context = canvas.getContext('2d');
  const tiles = createTiles();
  let [version, wantedFrame] = [0, 0];
  let lifted: { layer: Lifted; boxes: Box[] | null; isShown: boolean } | null = null;
  let stamps: { scale: number; own: Stamps } = { scale: 0, own: new Map() };

  function paint(now: number): void {
    wantedFrame = 0;
    if (!context || camera.size.width === 0) return;
    glideOn(camera, now);
    const { view, size, isZooming } = camera;
    const ratio = canvas.width / size.width;
    // Order of layers: sections, selection, seats.
    const frame: Frame = {
      scene: { ...scene, colors: board.colors, outlines: [], stage: null },
      view,
      size,
      ratio,
    };
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = board.colors.ground;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    paintGround(context, board);
    paintSections(context, board, scene.outlines);
    paintPills(context, board);
    context.setTransform(1, 0, 0, 1, 0, 0);
    let isMissing = tiles.draw(context, { ...frame, version, isZooming });
    if (lifted?.isShown && board.moving) {
      lifted.layer.moveBy(board.moving.by);
      isMissing = lifted.layer.draw(context, { ...frame, isZooming }) || isMissing;
    }
    const scale = view.scale * ratio;
    if (stamps.scale !== scale) stamps = { scale, own: new Map() };
    if (board.preview.length > 0) {
      const piece = { context, box: seenBox(view, size), scale, ratio, stamps: stamps.own };
      paintSeats(sceneOf(board), piece);
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    paintBlocked(context, board);
    paintSectionNames(context, { ...frame, scene: { ...frame.scene, outlines: scene.outlines } });
    paintOverlays(context, board);
    canvas.dataset['painted'] = isMissing || camera.glide ? 'partly' : 'whole';
    if (isMissing || camera.glide) wantFrame();
  }

  function wantFrame(): void {
    wantedFrame ||= requestAnimationFrame(paint);
  }

  function spoil(boxes: readonly Box[] | null): void {
    if (boxes) tiles.spoil(boxes);
    else version += 1;
    wantFrame();
  }

  function rearrange(): void {
    const before = lifted;
    lifted?.layer.putBack();
    lifted = null;
    const { moving, hidden } = board;
    if (moving || hidden.size > 0) {
      const wanted = { objectIds: moving?.objects ?? hidden, seatIds: moving?.seats ?? new Set<string>() };
      const boxes = boxesOf(board, wanted);
      lifted = { layer: liftOff(scene, wanted), boxes, isShown: moving !== null };
    }
    const isSome = (before === null || before.boxes) && (lifted === null || lifted.boxes);
    spoil(isSome ? [...(before?.boxes ?? []), ...(lifted?.boxes ?? [])] : null);
  }

  return { wantFrame, spoil, rearrange, stop: () => cancelAnimationFrame(wantedFrame) };
}

// With more boxes than tiles, it is faster to paint all.
const MAX_BOXES = 300;
// Row names lie outside of the rows.
const AROUND = 2;

function boxesOf(
  { desk: { hall } }: Board,
  { objectIds, seatIds }: { objectIds: ReadonlySet<string>; seatIds: ReadonlySet<string> },
): Box[] | null {
  if (objectIds.size + seatIds.size > MAX_BOXES) return null;
  const owners = new Set(objectIds);
  for (const id of seatIds) owners.add(hall.scene.ownerOf[hall.scene.indexOfSeat.get(id) ?? -1] ?? '');
  return [...owners].flatMap((id) => {
    const object = hall.objects.get(id);
    return object ? [widen(reachOf(object), AROUND)] : [];
  });
}

/** Objects that are not in the plan yet, by themselves. */
function sceneOf({ preview, colors, desk: { hall } }: Board): Scene {
  const seats: Scene['seating']['seats'] = [];
  const put = (object: PlanObject): number[] =>
    isSeated(object)
      ? object.seats.map(
          ({ id, label, x, y, category, isAccessible, isRestrictedView }) =>
            seats.push({
              id,
              s: 0,
              t: hall.typeOf(category),
              r: object.label,
              n: label,
              x,
              y,
              ...(isAccessible && { a: 1 as const }),
              ...(isRestrictedView && { v: 1 as const }),
            }) - 1,
        )
      : [];
  const rows = preview.flatMap((object) => {
    const indexes = put(object);
    if (!isSeated(object)) return [];
    return [
      { section: 0, name: object.label, indexes, ...(object.type === 'table' && { isTable: true as const }) },
    ];
  });
  return {
    ...hall.scene,
    colors,
    seating: { seats, rows, drawing: preview.flatMap((object) => drawnOf(object) ?? []) },
    grid: layGrid(seats),
    outlines: preview.flatMap((object) =>
      object.type === 'outline' ? [outlineDrawn({ section: 0, name: '' }, object.points)] : [],
    ),
    stage: null,
  };
}
