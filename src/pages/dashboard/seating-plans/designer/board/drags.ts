import { addCorner, isCornered, joinCorner, moveCorner } from '../../../../../seating-plans/corners.ts';
import { NOTHING, transformChosen, type Chosen } from '../../../../../seating-plans/edit-chosen.ts';
import { guidesOf, snapBox } from '../../../../../seating-plans/snap.ts';
import type { PlanObject } from '../../../../../seating-plans/plan-schema.ts';
import {
  directionOf,
  middleOf,
  roundPlace,
  type Box,
  type Point,
} from '../../../../../seating-plans/points.ts';
import { bendRow, curveTowards, stretchRow } from '../../../../../seating-plans/reshape-row.ts';
import { isBoxed, resizeBox } from '../../../../../seating-plans/resize.ts';
import { copyObjects } from '../../../../../seating-plans/paste-objects.ts';
import { moveBy, rotateBy } from '../../../../../seating-plans/transform.ts';
import { panBy } from '../../../../seat-map/camera.ts';
import { seenBox, type Pixel } from '../../../../seat-map/map-view.ts';
import { straighten, snapPoint } from '../draw.ts';
import type { SeatingPlanTexts } from '../texts.ts';
import { clearBoard, pointingOf, type Board } from './board.ts';
import { chosenBox, smallestSide, type Grip } from './grips.ts';
import { reachOf } from './hall.ts';

export type Keys = { shift: boolean; alt: boolean };

/** A gesture while the pointer is down. */
export type Drag = {
  move(at: Point, keys: Keys, pixel: Pixel): void;
  end(keys: Keys): void;
};

export function panDrag(board: Board, start: Pixel): Drag {
  let before = start;
  return {
    move(_at, _keys, pixel) {
      panBy(board.camera, { x: pixel.x - before.x, y: pixel.y - before.y });
      before = pixel;
    },
    end: () => {},
  };
}

const boxBetween = (from: Point, to: Point): Box => ({
  left: Math.min(from.x, to.x),
  right: Math.max(from.x, to.x),
  top: Math.min(from.y, to.y),
  bottom: Math.max(from.y, to.y),
});

/** Selects everything within a box: rows by their seats, other objects if they lie fully in it. */
export function marqueeDrag(board: Board, from: Point, texts: SeatingPlanTexts): Drag {
  const { desk } = board;
  return {
    move(at) {
      board.marquee = boxBetween(from, at);
      board.refresh();
    },
    end({ shift }) {
      const box = board.marquee;
      if (box) {
        const found = chosenWithin(board, box);
        const before = shift ? desk.chosen.value : NOTHING;
        desk.choose({
          objects: new Set([...before.objects, ...found.objects]),
          seats: new Set([...before.seats, ...found.seats]),
        });
        desk.said.value = texts.chosen(desk.plan.value, desk.chosen.value);
      }
      clearBoard(board);
    },
  };
}

function chosenWithin({ desk }: Board, box: Box): Chosen {
  const { hall, tool } = desk;
  const isIn = ({ x, y }: Point): boolean =>
    x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  const objects = new Set<string>();
  const seats = new Set<string>();
  hall.scene.grid.visit(box, (number) => {
    const seat = hall.scene.seating.seats[number];
    if (!seat || !isIn(seat)) return;
    if (tool.value === 'seats') seats.add(seat.id);
    else objects.add(hall.scene.ownerOf[number] ?? '');
  });
  if (tool.value === 'seats') return { objects, seats };
  for (const object of hall.objects.values()) {
    if (object.type !== 'row' && holds(box, reachOf(object))) objects.add(object.id);
  }
  return { objects, seats };
}

const SNAP_PX = 7;
// More lines would only confuse.
const MAX_GUIDES = 400;

/** Moves the selection; with Alt, a copy of it. */
export function moveDrag(board: Board, from: Point, texts: SeatingPlanTexts): Drag {
  const { desk, camera } = board;
  const { hall } = desk;
  const { objects, seats } = desk.chosen.value;
  const box = chosenBox(desk);
  const seen = seenBox(camera.view, camera.size);
  const others = [...hall.objects.values()]
    .filter((object) => !objects.has(object.id) && isSeenIn(seen, reachOf(object)))
    .slice(0, MAX_GUIDES)
    .map(reachOf);
  const guides = guidesOf(others);
  let by = { x: 0, y: 0 };
  return {
    move(at, { shift }) {
      const free = { x: at.x - from.x, y: at.y - from.y };
      if (shift) free[Math.abs(free.x) > Math.abs(free.y) ? 'y' : 'x'] = 0;
      by = free;
      board.lines = [];
      if (desk.isSnapping.value && box) {
        const moved = {
          left: box.left + free.x,
          right: box.right + free.x,
          top: box.top + free.y,
          bottom: box.bottom + free.y,
        };
        const snapped = snapBox(moved, guides, SNAP_PX / camera.view.scale);
        board.lines = snapped.lines;
        by = { x: free.x + snapped.x, y: free.y + snapped.y };
      }
      by = { x: roundPlace(by.x), y: roundPlace(by.y) };
      if (board.moving) board.moving.by = by;
      else {
        board.moving = { objects, seats, by };
        board.rearrange();
      }
      board.refresh();
    },
    end({ alt }) {
      clearBoard(board);
      if (by.x === 0 && by.y === 0) return;
      if (alt && objects.size > 0) {
        const { plan, copies } = copyObjects(desk.plan.value, objects, {
          newId: desk.newId,
          transform: moveBy(by),
        });
        desk.act(plan, texts.did.copied);
        desk.choose({ objects: new Set(copies), seats: new Set() });
      } else desk.act(transformChosen(desk.plan.value, desk.chosen.value, moveBy(by)), texts.did.moved);
    },
  };
}

const holds = (outer: Box, inner: Box): boolean =>
  outer.left <= inner.left &&
  outer.right >= inner.right &&
  outer.top <= inner.top &&
  outer.bottom >= inner.bottom;

const isSeenIn = (seen: Box, { left, top, right, bottom }: Box): boolean =>
  right > seen.left && left < seen.right && bottom > seen.top && top < seen.bottom;

/** Shows objects instead of those with the same ids, and saves them to the plan at the end. */
function replaceDrag(
  board: Board,
  said: string,
  shape: (at: Point, keys: Keys) => { objects: PlanObject[]; note?: string } | null,
): Drag {
  const { desk } = board;
  return {
    move(at, keys, pixel) {
      const shaped = shape(at, keys);
      if (!shaped) return;
      const isFirst = board.preview.length === 0;
      board.preview = shaped.objects;
      board.hidden = new Set(shaped.objects.map(({ id }) => id));
      if (isFirst) board.rearrange();
      board.tell(shaped.note ?? null, pixel);
      board.refresh();
    },
    end() {
      const shaped = new Map(board.preview.map((object) => [object.id, object]));
      clearBoard(board);
      if (shaped.size === 0) return;
      const plan = desk.plan.value;
      const objects = plan.objects.map((object) => {
        const next = shaped.get(object.id);
        // Back where it was is no change: undoing it would seem not to work.
        return next && JSON.stringify(next) !== JSON.stringify(object) ? next : object;
      });
      desk.act({ ...plan, objects }, said);
    },
  };
}

const TURN_STEP = 15;

function turnDrag(board: Board, { start, texts }: Gripped): Drag {
  const { desk } = board;
  const box = chosenBox(desk);
  const middle = box ? middleOf(box) : { x: 0, y: 0 };
  const chosen = desk.chosen.value;
  const before = desk.plan.value;
  return replaceDrag(board, texts.did.turned, (at, { shift }) => {
    const raw = directionOf(middle, at) - directionOf(middle, start);
    const degrees =
      shift || desk.isSnapping.value ? Math.round(raw / TURN_STEP) * TURN_STEP : Math.round(raw);
    const turned = transformChosen(before, chosen, rotateBy(degrees, middle));
    const objects = turned.objects.filter((object, nth) => object !== before.objects[nth]);
    return { objects, note: `${((degrees % 360) + 360) % 360}°` };
  });
}

/** The place where the pointer went down, which is beside the point that the grip moves. */
type Gripped = { start: Point; texts: SeatingPlanTexts };

/** The effect of a grip. */
export function gripDrag(board: Board, grip: Grip, gripped: Gripped): Drag | null {
  const { desk } = board;
  const { start, texts } = gripped;
  if (grip.kind === 'turn') return turnDrag(board, gripped);
  const [id] = desk.chosen.value.objects;
  const object = desk.hall.objects.get(id ?? '');
  if (!object) return null;
  const { making } = desk.making(texts.newNames.section);
  const own = { ...making, section: 'section' in object ? object.section : making.section };
  const follow = ({ x, y }: Point): Point => ({ x: grip.of.x + x - start.x, y: grip.of.y + y - start.y });
  if (object.type === 'row' && grip.kind === 'curve')
    return replaceDrag(board, texts.did.bent, (at) => {
      const bent = bendRow(object, { curve: curveTowards(object, follow(at)) });
      return { objects: [bent], note: texts.curveOf(bent.curve) };
    });
  if (object.type === 'row' && grip.kind === 'end')
    return replaceDrag(board, texts.did.sized, (at, { shift }) => {
      const anchor = grip.end === 'last' ? object.seats[0] : object.seats.at(-1);
      const to = shift && anchor ? straighten(anchor, follow(at)) : follow(at);
      const stretched = stretchRow(own, object, { end: grip.end, to });
      return { objects: [stretched], note: texts.seats(stretched.seats.length) };
    });
  if (isBoxed(object) && grip.kind === 'size')
    return replaceDrag(board, texts.did.sized, (at, { shift }) => {
      const to = snapPoint(desk, follow(at));
      const smallest = smallestSide(pointingOf(board));
      const sized = resizeBox(own, object, grip.handle, { to, isSquare: shift, smallest });
      return { objects: [sized], note: `${sized.width} × ${sized.height}` };
    });
  if (isCornered(object) && (grip.kind === 'corner' || grip.kind === 'edge')) {
    const nth = grip.kind === 'edge' ? grip.nth + 1 : grip.nth;
    const cornered = grip.kind === 'edge' ? addCorner(object, grip.nth, grip.of) : object;
    if (grip.kind === 'edge' && cornered === object) return null;
    return replaceDrag(board, texts.did.sized, (at) => {
      const moved = moveCorner(cornered, nth, snapPoint(desk, follow(at)));
      return { objects: [joinCorner(moved, nth, SNAP_PX / board.camera.view.scale)] };
    });
  }
  return null;
}
