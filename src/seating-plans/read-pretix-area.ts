import { fieldsOf, numberOf, type JsonFields } from './json-fields.ts';
import { LONGEST, MAX_COORDINATE, MAX_POINTS } from './limits.ts';
import type { PlanObject } from './plan-schema.ts';
import { turn, type Point } from './points.ts';

const isWithin = ({ x, y }: Point): boolean => Math.abs(x) <= MAX_COORDINATE && Math.abs(y) <= MAX_COORDINATE;

// As the people who draw halls call it.
const STAGE = /\b(stage|bühne|scène|escenario|palco|podium)\b/i;
const PIXELS_OF_TEXT = 16;

type Fit = {
  /** Its position in pixels. */
  at: Point;
  fit: (point: Point) => Point;
  scale: number;
  id: string;
};

/** Reads an area of pretix: a shape, a text, or both. Nothing if it can't be drawn. */
export function readPretixArea(area: JsonFields, { at, fit, scale, id }: Fit): PlanObject[] {
  const angle = numberOf(area['rotation']) % 360;
  // In its first plans a text was nothing but its words.
  const label = readText(typeof area['text'] === 'string' ? area['text'] : fieldsOf(area['text'])['text']);
  const isStage = STAGE.test(label);
  const shape = readShape(area, { at, fit, scale, angle });
  const drawn = (): PlanObject[] => {
    if (!shape) return [];
    if (shape.type === 'polygon') return [{ type: 'polygon', id, points: shape.points, color: 0 }];
    const { type, ...box } = shape;
    return isStage ? [{ type: 'stage', id, label, ...box }] : [{ type, id, ...box, color: 0 }];
  };
  const objects = drawn();
  if (label === '' || (isStage && objects[0]?.type === 'stage')) return objects;
  const { position, size } = fieldsOf(area['text']);
  const offset = { x: numberOf(fieldsOf(position)['x']), y: numberOf(fieldsOf(position)['y']) };
  const place = fit(turn({ x: at.x + offset.x, y: at.y + offset.y }, angle, at));
  const height = (numberOf(size) || PIXELS_OF_TEXT) * scale;
  if (!isWithin(place) || height < 0.1 || height > 100) return objects;
  return [...objects, { type: 'text', id: `${id}-text`, text: label, ...place, size: height, angle }];
}

const readText = (value: unknown): string =>
  typeof value === 'string'
    ? Array.from(value.replaceAll('\0', '').trim()).slice(0, LONGEST.text).join('')
    : '';

type Boxed = { x: number; y: number; width: number; height: number; angle: number };
type Shape = ({ type: 'rectangle' | 'ellipse' } & Boxed) | { type: 'polygon'; points: Point[] };

function readShape(
  area: JsonFields,
  { at, fit, scale, angle }: Omit<Fit, 'id'> & { angle: number },
): Shape | null {
  const boxed = (
    type: 'rectangle' | 'ellipse',
    middle: Point,
    width: number,
    height: number,
  ): Shape | null => {
    const [wide, high] = [width * scale, height * scale];
    const isSize = [wide, high].every((size) => size >= 0.01 && size <= 2 * MAX_COORDINATE);
    const place = fit(middle);
    return isSize && isWithin(place) ? { type, ...place, width: wide, height: high, angle } : null;
  };
  switch (area['shape']) {
    // So they were all at first, with their size beside them.
    case undefined:
    case 'rectangle': {
      const { width, height } = area['shape'] === undefined ? area : fieldsOf(area['rectangle']);
      const [wide, high] = [numberOf(width), numberOf(height)];
      // Its place is the upper left corner, which it is turned around.
      return boxed('rectangle', turn({ x: at.x + wide / 2, y: at.y + high / 2 }, angle, at), wide, high);
    }
    case 'circle': {
      const radius = numberOf(fieldsOf(area['circle'])['radius']);
      return boxed('ellipse', at, 2 * radius, 2 * radius);
    }
    case 'ellipse': {
      const { x, y } = fieldsOf(fieldsOf(area['ellipse'])['radius']);
      return boxed('ellipse', at, 2 * numberOf(x), 2 * numberOf(y));
    }
    case 'polygon': {
      const { points } = fieldsOf(area['polygon']);
      const corners = (Array.isArray(points) ? points : []).slice(0, MAX_POINTS + 1).map((value) => {
        const { x, y } = fieldsOf(value);
        return fit(turn({ x: at.x + numberOf(x), y: at.y + numberOf(y) }, angle, at));
      });
      const isGood = corners.length >= 3 && corners.length <= MAX_POINTS && corners.every(isWithin);
      return isGood ? { type: 'polygon', points: corners } : null;
    }
    default:
      return null;
  }
}
