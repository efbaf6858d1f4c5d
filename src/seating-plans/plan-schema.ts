import {
  Array,
  Boolean,
  Integer,
  Literal,
  Number,
  Object as Fields,
  Optional,
  String,
  type Static,
} from 'typebox';
import { OneOf } from '../values/body-schema.ts';
import {
  LONGEST,
  MAX_CATEGORIES,
  MAX_CHAIRS,
  MAX_COLOR,
  MAX_COORDINATE,
  MAX_OBJECTS,
  MAX_OUTLINE_POINTS,
  MAX_POINTS,
  MAX_SEATS_IN_ROW,
  MAX_SECTIONS,
  MAX_STANDING,
} from './limits.ts';

// A seating plan as it is stored, sent and saved as a file. The server and the browser check it by the same schemas.
// Places and sizes are in seat widths, angles in degrees, clockwise as y runs down. The stage is towards smaller y.

const CLOSED = { additionalProperties: false };
const Id = () => String({ minLength: 1, maxLength: LONGEST.id, format: 'word' });
/** A plan that is being drawn may have empty labels: check-plan.ts tells of them. */
const Label = (maxLength: number) => String({ maxLength, format: 'text' });
const Coordinate = () => Number({ minimum: -MAX_COORDINATE, maximum: MAX_COORDINATE });
const Size = () => Number({ minimum: 0.01, maximum: 2 * MAX_COORDINATE });
const Angle = () => Number({ minimum: -360, maximum: 360 });
/** One of the theme's colours for categories; 0 is none. */
const Color = () => Integer({ minimum: 0, maximum: MAX_COLOR });
const Point = Fields({ x: Coordinate(), y: Coordinate() }, CLOSED);
const Points = (minItems: number, maxItems = MAX_POINTS) => Array(Point, { minItems, maxItems });
const BOX = { x: Coordinate(), y: Coordinate(), width: Size(), height: Size(), angle: Angle() };

const Seat = Fields(
  {
    id: Id(),
    label: Label(LONGEST.seat),
    x: Coordinate(),
    y: Coordinate(),
    /** The id of a category. */
    category: Optional(Id()),
    isAccessible: Optional(Boolean()),
    isRestrictedView: Optional(Boolean()),
    /** The id of the accessible seat that this one goes with. */
    companionOf: Optional(Id()),
    /** Not for sale. */
    blocked: Optional(Fields({ reason: Label(LONGEST.reason), color: Color() }, CLOSED)),
  },
  CLOSED,
);

const Row = Fields(
  {
    type: Literal('row'),
    id: Id(),
    section: Id(),
    label: Label(LONGEST.row),
    seats: Array(Seat, { maxItems: MAX_SEATS_IN_ROW }),
    /** As they were last asked for. Seats have places of their own: see lay-row.ts. */
    spacing: Number({ minimum: 0.1, maximum: 100 }),
    curve: Coordinate(),
  },
  CLOSED,
);

const Table = Fields(
  {
    type: Literal('table'),
    id: Id(),
    section: Id(),
    label: Label(LONGEST.row),
    shape: OneOf(['round', 'rectangular']),
    ...BOX,
    seats: Array(Seat, { maxItems: MAX_CHAIRS }),
    soldAs: OneOf(['whole', 'chairs']),
  },
  CLOSED,
);

const StandingArea = Fields(
  {
    type: Literal('standing'),
    id: Id(),
    label: Label(LONGEST.section),
    points: Points(3),
    capacity: Integer({ minimum: 0, maximum: MAX_STANDING }),
    category: Optional(Id()),
  },
  CLOSED,
);

/** The area of a section, as it is drawn on the map. A section without one is outlined by its seats. */
const Outline = Fields(
  { type: Literal('outline'), id: Id(), section: Id(), points: Points(3, MAX_OUTLINE_POINTS) },
  CLOSED,
);

const Stage = Fields({ type: Literal('stage'), id: Id(), label: Label(LONGEST.text), ...BOX }, CLOSED);
const Text = Fields(
  {
    type: Literal('text'),
    id: Id(),
    text: Label(LONGEST.text),
    x: Coordinate(),
    y: Coordinate(),
    size: Number({ minimum: 0.1, maximum: 100 }),
    angle: Angle(),
  },
  CLOSED,
);
const Rectangle = Fields({ type: Literal('rectangle'), id: Id(), ...BOX, color: Color() }, CLOSED);
const Ellipse = Fields({ type: Literal('ellipse'), id: Id(), ...BOX, color: Color() }, CLOSED);
const Polygon = Fields({ type: Literal('polygon'), id: Id(), points: Points(3), color: Color() }, CLOSED);
const Line = Fields({ type: Literal('line'), id: Id(), points: Points(2), color: Color() }, CLOSED);

/** Every kind of object, by its `type`. */
export const OBJECT_SCHEMAS = {
  row: Row,
  table: Table,
  standing: StandingArea,
  outline: Outline,
  stage: Stage,
  text: Text,
  rectangle: Rectangle,
  ellipse: Ellipse,
  polygon: Polygon,
  line: Line,
};

/** The plan but for what its objects are made of: OBJECT_SCHEMAS has that. */
export const PlanSchema = Fields(
  {
    format: Literal('tessera-seating-plan'),
    version: Literal(1),
    name: Label(LONGEST.plan),
    categories: Array(
      Fields(
        { id: Id(), name: Label(LONGEST.category), color: Integer({ minimum: 1, maximum: MAX_COLOR }) },
        CLOSED,
      ),
      { maxItems: MAX_CATEGORIES },
    ),
    sections: Array(Fields({ id: Id(), name: Label(LONGEST.section) }, CLOSED), { maxItems: MAX_SECTIONS }),
    /** In the order of drawing: the first is below the others. */
    objects: Array(Fields({ type: OneOf(Object.keys(OBJECT_SCHEMAS) as ObjectType[]) }), {
      maxItems: MAX_OBJECTS,
    }),
    /** A picture to trace. */
    background: Optional(
      Fields({ pictureId: Id(), ...BOX, opacity: Number({ minimum: 0, maximum: 1 }) }, CLOSED),
    ),
  },
  CLOSED,
);

export type ObjectType = keyof typeof OBJECT_SCHEMAS;
type Frozen<Value> = Value extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Frozen<Value[Key]> }
    : Value;

export type PlanSeat = Frozen<Static<typeof Seat>>;
export type PlanRow = Frozen<Static<typeof Row>>;
export type PlanTable = Frozen<Static<typeof Table>>;
export type PlanObject = { [Type in ObjectType]: Frozen<Static<(typeof OBJECT_SCHEMAS)[Type]>> }[ObjectType];
export type SeatingPlan = Frozen<Omit<Static<typeof PlanSchema>, 'objects'>> & {
  readonly objects: readonly PlanObject[];
};
export type Category = SeatingPlan['categories'][number];

/** An object with seats. */
export const isSeated = (object: PlanObject): object is PlanRow | PlanTable =>
  object.type === 'row' || object.type === 'table';

export const countSeats = ({ objects }: SeatingPlan): number =>
  objects.reduce((sum, object) => sum + (isSeated(object) ? object.seats.length : 0), 0);

export const countOutlines = ({ objects }: SeatingPlan): number =>
  objects.filter(({ type }) => type === 'outline').length;

/** Makes ids that nothing in the plan has yet. */
export type NewId = () => string;
