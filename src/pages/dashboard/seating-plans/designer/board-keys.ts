import { NOTHING, isNothingChosen } from '../../../../seating-plans/edit-chosen.ts';
import { middleOf, roundPlace, type Box, type Point } from '../../../../seating-plans/points.ts';
import { isWithin, seenBox, widen } from '../../../seat-map/map-view.ts';
import { clearBoard, pixelAt, type Board } from './board/board.ts';
import { closeOutline, drawDrag } from './board/draw-drags.ts';
import type { Drag } from './board/drags.ts';
import { chosenBox } from './board/grips.ts';
import { createCornerKeys } from './corner-keys.ts';
import type { RunningBoard } from './board/run-board.ts';
import type { Studio } from './studio.ts';
import { isDrawing, type DrawingTool } from './tools.ts';
import { ZOOM_STEP } from './zoom-bar.tsx';

const ARROWS: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
// In seat widths: half a seat; ten steps with Shift; a tenth of one with Alt.
const STEP = 0.5;
const stepOf = ({ shiftKey, altKey }: KeyboardEvent): number => STEP * (shiftKey ? 10 : altKey ? 0.1 : 1);

const scaled = ({ x, y }: Point, times: number): Point => ({ x: x * times, y: y * times });

/** The keyboard on the drawing: it moves the selection, and draws with its own cross. */
export function createBoardKeys(
  studio: Studio,
  board: RunningBoard,
): { onKeyDown(event: KeyboardEvent): void; leave(): void } {
  const { desk, commands, texts } = studio;
  const corners = createCornerKeys(studio, board);
  /** Started by Enter, ended by the next Enter. */
  let drag: Drag | null = null;

  function stop(): void {
    drag = null;
    board.cursor = board.corner = null;
    clearBoard(board);
  }

  const revealChosen = (): void => revealBox(board, chosenBox(desk));

  function moveCursor(by: Point): void {
    const { x, y } = board.cursor ?? startOf(board);
    board.cursor = { x: roundPlace(x + by.x), y: roundPlace(y + by.y) };
    desk.said.value = `${board.cursor.x}, ${board.cursor.y}`;
    drag?.move(board.cursor, { shift: false, alt: false }, pixelAt(board, board.cursor));
    reveal(board, board.cursor);
    board.refresh();
  }

  function press(tool: DrawingTool): void {
    const last = board.outline.at(-1);
    // Without a cross, the mouse has set the corners so far.
    const at = board.cursor ?? last ?? startOf(board);
    if (last && last.x === at.x && last.y === at.y) {
      closeOutline(board, tool, texts);
      return;
    }
    board.cursor = at;
    if (drag) {
      const ended = drag;
      drag = null;
      ended.end({ shift: false, alt: false });
    } else drag = drawDrag(board, tool, { start: at, slop: 0.01, texts });
    board.refresh();
  }

  function onEnter(): boolean {
    if (isDrawing(desk.tool.value)) press(desk.tool.value);
    else if (isNothingChosen(desk.chosen.value)) {
      commands.chooseNext(1);
      revealChosen();
    } else return corners.begin();
    return true;
  }

  function onEscape(): void {
    const isBusy = drag !== null || board.outline.length > 0;
    stop();
    if (isBusy) return;
    if (isDrawing(desk.tool.value)) desk.tool.value = 'select';
    else desk.choose(NOTHING);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const arrow = ARROWS[event.key];
    const by = arrow && scaled(arrow, stepOf(event));
    const isIdle = !isDrawing(desk.tool.value) && isNothingChosen(desk.chosen.value);
    if (event.ctrlKey || event.metaKey) {
      if (!by || isIdle || isDrawing(desk.tool.value)) return;
      commands.resize(by);
      revealChosen();
    } else if (corners.onKeyDown(event, by)) {
      // It has moved a corner, or gone to another one.
    } else if (arrow && isIdle) moveView(board, arrow);
    else if (by && isDrawing(desk.tool.value)) moveCursor(by);
    else if (by) {
      commands.nudge(by);
      revealChosen();
    } else if (event.key === 'Enter') {
      if (!onEnter()) return;
    } else if (event.key === 'Escape') onEscape();
    else if (event.key === 'Tab') {
      // Without a selection, Tab leaves the drawing.
      if (isNothingChosen(desk.chosen.value) || desk.tool.value !== 'select') return;
      if (!commands.chooseNext(event.shiftKey ? -1 : 1)) return;
      revealChosen();
    } else if (!zoomByKey(board, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  return { onKeyDown, leave: stop };
}

/** Whether the key is for the view. */
function zoomByKey(board: RunningBoard, key: string): boolean {
  if (key === '+' || key === '=') board.zoom(ZOOM_STEP);
  else if (key === '-') board.zoom(1 / ZOOM_STEP);
  else if (key === '0') board.showAll();
  // The space bar moves the view while it is down, and scrolls no page.
  else return key === ' ';
  return true;
}

function revealBox(board: RunningBoard, box: Box | null): void {
  if (box) reveal(board, middleOf(box));
}

function reveal(board: RunningBoard, point: Point): void {
  const { view, size } = board.camera;
  if (isWithin(widen(seenBox(view, size), -2), point)) return;
  board.showBox({ left: point.x - 12, right: point.x + 12, top: point.y - 8, bottom: point.y + 8 });
}

/** The start of the cross: the middle of the view. */
const startOf = ({ camera: { view } }: Board): Point => ({ x: Math.round(view.x), y: Math.round(view.y) });

const MOVED_PART = 0.15;

function moveView(board: RunningBoard, by: Point): void {
  const { view, size } = board.camera;
  const seen = seenBox(view, size);
  const [x, y] = [by.x * (seen.right - seen.left) * MOVED_PART, by.y * (seen.bottom - seen.top) * MOVED_PART];
  board.moveView({ x: -x * view.scale, y: -y * view.scale });
}
