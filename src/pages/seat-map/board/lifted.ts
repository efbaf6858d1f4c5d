import { createTiles } from '../map-tiles.ts';
import type { Point } from '../map-view.ts';
import type { Frame, Scene } from '../scene.ts';
import { layGrid } from '../lay-grid.ts';
import type { ChangingScene } from './changing-scene.ts';

/** Seats and objects that are being dragged. They are on tiles of their own, so that dragging all of a hall is as quick as one seat. */
export type Lifted = {
  draw(context: CanvasRenderingContext2D, frame: Frame & { isZooming: boolean }): boolean;
  moveBy(by: Point): void;
  /** Back to where they were. */
  putBack(): void;
};

type Wanted = { objectIds: ReadonlySet<string>; seatIds: ReadonlySet<string> };

/** Takes them off the scene. */
export function liftOff(scene: ChangingScene, { objectIds, seatIds }: Wanted): Lifted {
  const { seats, rows, drawing } = scene.seating;
  const indexes = [
    ...[...objectIds].flatMap((id) => scene.indexesOf.get(id) ?? []),
    ...[...seatIds].flatMap((id) => scene.indexOfSeat.get(id) ?? []),
  ];
  const isLifted = new Set(indexes);
  const tiles = createTiles();
  const grid = layGrid(seats, isLifted);
  for (const index of isLifted) scene.grid.take(index);
  const lifted: Scene = {
    ...scene,
    seating: {
      seats,
      rows: rows.filter(({ indexes: own }) => own.length > 0 && own.every((index) => isLifted.has(index))),
      drawing: drawing.filter(({ id }) => objectIds.has(id)),
    },
    grid,
    outlines: [],
    stage: null,
  };
  const liftedRows = new Set(lifted.seating.rows);
  Object.assign(scene.seating, {
    rows: rows.filter((row) => !liftedRows.has(row)),
    drawing: drawing.filter(({ id }) => !objectIds.has(id)),
  });
  let offset: Point = { x: 0, y: 0 };
  return {
    draw(context, frame) {
      const { x, y, scale } = frame.view;
      const view = { x: x - offset.x, y: y - offset.y, scale };
      lifted.colors = frame.scene.colors;
      return tiles.draw(context, { ...frame, scene: lifted, view, version: 0 });
    },
    moveBy(by) {
      offset = by;
    },
    putBack() {
      for (const index of isLifted) scene.grid.put(index);
      Object.assign(scene.seating, { rows, drawing });
    },
  };
}
