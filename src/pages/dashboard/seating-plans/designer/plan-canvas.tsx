import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { isSeated } from '../../../../seating-plans/plan-schema.ts';
import type { Pixel } from '../../../seat-map/map-view.ts';
import { pointAt } from './board/board.ts';
import { followPointer, objectAt, seatAt } from './board/follow-pointer.ts';
import { runBoard, type RunningBoard } from './board/run-board.ts';
import { createBoardKeys } from './board-keys.ts';
import { useStudio, type Studio } from './studio.ts';
import { ZoomBar } from './zoom-bar.tsx';

/** The drawing. The table has the same content; the canvas takes the keyboard, and announces changes. */
export function PlanCanvas(): VNode {
  const studio = useStudio();
  const { desk, texts, board } = studio;
  const canvas = useRef<HTMLCanvasElement>(null);
  const tip = useRef<HTMLDivElement>(null);
  const keys = useRef<ReturnType<typeof createBoardKeys> | null>(null);
  const told = useSignal<string | null>(null);
  const isPanning = useSignal(false);
  const isPointed = useSignal(false);
  useLayoutEffect(() => {
    if (!canvas.current) return undefined;
    const tell = (text: string | null, at?: Pixel): void => {
      told.value = text;
      if (at) tip.current?.style.setProperty('transform', `translate(${at.x + 16}px, ${at.y + 16}px)`);
    };
    const pictureUrl = (id: string): string => studio.pictures.get(id) ?? '';
    const running = runBoard(canvas.current, desk, { tell, pictureUrl });
    board.value = running;
    keys.current = createBoardKeys(studio, running);
    const stop = followPointer(running, {
      texts,
      isPanning: () => isPanning.value,
      onHover: (at) => tellHovered(studio, running, at),
    });
    return () => {
      stop();
      running.stop();
      board.value = null;
    };
  }, []);
  const tool = desk.tool.value;
  const cursor =
    isPanning.value || tool === 'pan'
      ? 'grab'
      : tool === 'select' || tool === 'seats'
        ? 'default'
        : 'crosshair';
  const isEmpty = desk.plan.value.objects.length === 0;
  return (
    <div class="plan-ground" data-cursor={cursor} data-pointed={isPointed.value}>
      <canvas
        ref={canvas}
        tabIndex={0}
        role="application"
        aria-label={texts.board}
        aria-describedby="plan-board-hint"
        onPointerDown={() => (isPointed.value = true)}
        onKeyDown={(event) => {
          isPointed.value = false;
          if (event.key === ' ') isPanning.value = true;
          keys.current?.onKeyDown(event);
        }}
        onKeyUp={(event) => {
          if (event.key === ' ') isPanning.value = false;
        }}
        onBlur={() => {
          isPanning.value = false;
          keys.current?.leave();
        }}
        onDblClick={(event) => chooseSeat(studio, board.value, { x: event.offsetX, y: event.offsetY })}
      />
      {isEmpty && (
        <div class="stack gap-2xs plan-start" aria-hidden="true">
          <b>{texts.startTitle}</b>
          <span>{texts.startText}</span>
        </div>
      )}
      <div ref={tip} class="plan-tip" aria-hidden="true" hidden={told.value === null}>
        {told.value}
      </div>
      <ZoomBar />
      <p id="plan-board-hint" class="aloud">
        {texts.boardHint}
      </p>
    </div>
  );
}

/** The name of the object under the mouse. */
function tellHovered({ desk, texts }: Studio, board: RunningBoard, at: Pixel | null): void {
  const point = at && pointAt(board, at);
  const object = point && objectAt(board, point);
  if (!at || !point || !object) {
    board.tell(null);
    return;
  }
  const seat = seatAt(board, point);
  const { sections } = desk.plan.value;
  const name =
    seat && isSeated(object)
      ? texts.seatIn({
          section: sections.find(({ id }) => id === object.section)?.name ?? '',
          row: object.label,
          seat: seat.n,
        })
      : texts.nameObject(object, desk.plan.value);
  board.tell(name, at);
}

/** One seat of a row, to be changed by itself. */
function chooseSeat({ desk }: Studio, board: RunningBoard | null, at: Pixel): void {
  if (!board || desk.tool.value !== 'select') return;
  const seat = seatAt(board, pointAt(board, at));
  if (!seat) return;
  desk.tool.value = 'seats';
  desk.choose({ objects: new Set(), seats: new Set([seat.id]) });
}
