import { isSeated, type Category, type PlanObject, type SeatingPlan } from './plan-schema.ts';
import { boundsOf, roundPlace, turn, type Point } from './points.ts';
import { pointsOf } from './transform.ts';

/** Our own file: the plan as it is, a row to a line, so that two versions can be compared. */
export function writePlan({ objects, ...rest }: SeatingPlan): string {
  const head = JSON.stringify(rest, null, 1).slice(0, -2);
  return `${head},\n "objects": [\n${objects.map((object) => `  ${JSON.stringify(object)}`).join(',\n')}\n ]\n}\n`;
}

// As far apart as pretix's own editor draws them, and how large.
const PIXELS = 25;
const SEAT_RADIUS = 10;
const MARGIN = 50;
const TEXT_SIZE = 16;
const GREY = '#cccccc';
/** The theme's colours for categories, as they are on white. */
const COLORS = ['#0d5c60', '#a63f22', '#6b3a6e', '#7d5608', '#2b5797', '#4b6120'];

/** The plan as pretix reads it. Marks, blocked seats, tables and standing areas are unknown there: seats and shapes are what is left. */
export function writePretixPlan(plan: SeatingPlan): string {
  const points = plan.objects.flatMap(pointsOf);
  const box = boundsOf(points.length > 0 ? points : [{ x: 0, y: 0 }]);
  const toPixels = ({ x, y }: Point): Point => ({
    x: roundPlace((x - box.left) * PIXELS + MARGIN),
    y: roundPlace((y - box.top) * PIXELS + MARGIN),
  });
  const categories = new Map(plan.categories.map(({ id, name }) => [id, name]));
  const rows = Map.groupBy(plan.objects.filter(isSeated), ({ section }) => section);
  const zones = plan.sections.map(({ id, name }) => ({
    name,
    zone_id: id,
    position: { x: 0, y: 0 },
    rows: (rows.get(id) ?? []).map(({ label, seats }) => ({
      row_number: label,
      row_number_position: 'both',
      position: { x: 0, y: 0 },
      seats: seats.map((seat) => ({
        seat_guid: seat.id,
        seat_number: seat.label,
        position: toPixels(seat),
        category: categories.get(seat.category ?? '') ?? '',
        radius: SEAT_RADIUS,
      })),
    })),
    areas: [] as object[],
  }));
  const areas = plan.objects.flatMap((object) => areaOf(object, toPixels));
  const drawings = { name: 'Drawings', position: { x: 0, y: 0 }, rows: [], areas };
  return JSON.stringify({
    name: plan.name,
    categories: plan.categories.map(({ name, color }: Category) => ({
      name,
      color: COLORS[color - 1] ?? GREY,
    })),
    zones: areas.length > 0 ? [...zones, drawings] : zones,
    size: {
      width: Math.ceil((box.right - box.left) * PIXELS + 2 * MARGIN),
      height: Math.ceil((box.bottom - box.top) * PIXELS + 2 * MARGIN),
    },
  });
}

function areaOf(object: PlanObject, toPixels: (point: Point) => Point): object[] {
  const texted = (text: string, at: Point = { x: 0, y: 0 }): object =>
    text === '' ? {} : { text: { text, color: '#000000', size: TEXT_SIZE, position: at } };
  const long = (length: number): number => Math.round(length * PIXELS);
  const look = { color: GREY, border_color: GREY };
  switch (object.type) {
    case 'stage':
    case 'rectangle': {
      const { x, y, width, height, angle } = object;
      const corner = turn({ x: x - width / 2, y: y - height / 2 }, angle, object);
      const rectangle = { width: long(width), height: long(height) };
      const label = object.type === 'stage' ? object.label : '';
      const middle = { x: rectangle.width / 2, y: rectangle.height / 2 };
      return [
        {
          ...look,
          shape: 'rectangle',
          position: toPixels(corner),
          rotation: angle,
          rectangle,
          ...texted(label, middle),
        },
      ];
    }
    case 'ellipse': {
      const radius = { x: long(object.width / 2), y: long(object.height / 2) };
      return [
        {
          ...look,
          shape: 'ellipse',
          position: toPixels(object),
          rotation: object.angle,
          ellipse: { radius },
        },
      ];
    }
    case 'polygon':
    case 'standing': {
      const [first = { x: 0, y: 0 }] = object.points;
      const origin = toPixels(first);
      const points = object.points.map(toPixels).map(({ x, y }) => ({ x: x - origin.x, y: y - origin.y }));
      const label = object.type === 'standing' ? object.label : '';
      return [
        { ...look, shape: 'polygon', position: origin, rotation: 0, polygon: { points }, ...texted(label) },
      ];
    }
    case 'text':
      return [
        {
          ...look,
          shape: 'text',
          position: toPixels(object),
          rotation: object.angle,
          ...texted(object.text),
        },
      ];
    default:
      return [];
  }
}
