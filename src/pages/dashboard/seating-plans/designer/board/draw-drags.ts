import { MAX_OUTLINE_POINTS } from '../../../../../seating-plans/limits.ts';
import { addSeat } from '../../../../../seating-plans/make-objects.ts';
import { distance, type Point } from '../../../../../seating-plans/points.ts';
import {
  countNew,
  drawAt,
  drawBetween,
  makeArea,
  makeOutline,
  putIn,
  snapPoint,
  straighten,
} from '../draw.ts';
import type { SeatingPlanTexts } from '../texts.ts';
import { isOutlined, type DrawingTool, type OutlinedTool } from '../tools.ts';
import { clearBoard, type Board } from './board.ts';
import type { Drag } from './drags.ts';

/** Draws with a tool from the pointer's first position. A tiny drag counts as a click. */
export function drawDrag(
  board: Board,
  tool: DrawingTool,
  { start, slop, texts }: { start: Point; slop: number; texts: SeatingPlanTexts },
): Drag {
  const { desk } = board;
  const from = snapPoint(desk, start);
  let to = from;
  let isDragged = false;
  const names = texts.newNames;
  return {
    move(at, { shift }, pixel) {
      isDragged ||= distance(start, at) > slop;
      to = tool === 'row' && !desk.isSnapping.value ? at : snapPoint(desk, at);
      if (shift && (tool === 'row' || tool === 'line')) to = straighten(from, to);
      if (!isDragged || board.outline.length > 0) return;
      const { objects } = drawBetween(desk, tool, { from, to, names });
      board.preview = objects;
      const seats = countNew(objects);
      board.tell(seats > 0 ? texts.drawnCount(objects.length, seats) : null, pixel);
      board.refresh();
    },
    end() {
      if (!isDragged && isOutlined(tool)) {
        addCorner(board, { tool, at: from, slop, texts });
        return;
      }
      board.preview = [];
      if (!isDragged && tool === 'seat' && addToRow(board, from, texts)) return;
      const drawn = isDragged
        ? drawBetween(desk, tool, { from, to, names })
        : drawAt(desk, tool, { at: from, names });
      clearBoard(board);
      putIn(desk, drawn, texts.added(drawn.objects));
      // The seat tool stays active; other tools draw one object, which is then selected.
      if (tool !== 'seat' && tool !== 'row') desk.tool.value = 'select';
    },
  };
}

/** Another seat of the row that this tool began. */
function addToRow(board: Board, at: Point, texts: SeatingPlanTexts): boolean {
  const { desk } = board;
  const [id] = desk.chosen.value.objects;
  const row = desk.hall.objects.get(id ?? '');
  if (row?.type !== 'row' || desk.chosen.value.objects.size !== 1) return false;
  const { plan, making } = desk.making(texts.newNames.section);
  const grown = addSeat(making, row, at);
  desk.act(
    { ...plan, objects: plan.objects.map((object) => (object === row ? grown : object)) },
    texts.added([grown]),
  );
  return true;
}

/** The next corner of an outline; on the first one again it is closed. */
function addCorner(
  board: Board,
  { tool, at, slop, texts }: { tool: OutlinedTool; at: Point; slop: number; texts: SeatingPlanTexts },
): void {
  const [first] = board.outline;
  const last = board.outline.at(-1);
  const isClosing = first && board.outline.length > 2 && distance(first, at) <= slop * 2;
  const isEnding = last && distance(last, at) <= 1e-6;
  if (isClosing || isEnding || board.outline.length >= MAX_OUTLINE_POINTS) {
    closeOutline(board, tool, texts);
    return;
  }
  board.outline = [...board.outline, at];
  board.desk.said.value = texts.corner(board.outline.length);
  board.refresh();
}

/** Puts the outline that was begun into the plan, if there is enough of it. */
export function closeOutline(board: Board, tool: DrawingTool, texts: SeatingPlanTexts): void {
  const { desk, outline } = board;
  const points = [...outline];
  clearBoard(board);
  if (!isOutlined(tool) || points.length < (tool === 'line' ? 2 : 3)) return;
  const { plan, making } = desk.making(texts.newNames.section);
  const object =
    tool === 'standing'
      ? makeArea(desk, making, { points, names: texts.newNames })
      : tool === 'outline'
        ? makeOutline(plan, making, points)
        : { type: tool, id: desk.newId(), points, color: 0 };
  putIn(desk, { plan, objects: [object] }, texts.added([object]));
  desk.tool.value = 'select';
}
