import { Integer, String, Unsafe, type Static, type TSchema } from 'typebox';

// For bodies that a form in the browser is checked by too: by named imports, so that the page loads no more than it uses.

/** A value or null. */
export function Nullable<Schema extends TSchema>(schema: Schema) {
  const { type, ...rest } = schema as Schema & { type: string; enum?: readonly string[] };
  return Unsafe<Static<Schema> | null>({
    ...rest,
    type: [type, 'null'],
    ...(rest.enum && { enum: [...rest.enum, null] }),
  });
}

export const OneOf = <const Value extends string>(values: readonly Value[]) =>
  Unsafe<Value>({ type: 'string', enum: values });

/** How long before the start of an event its doors open: within a day. The limits are those of the database. */
export const DoorsMinutes = Integer({ minimum: 1, maximum: 1_440 });

/** A date and time without its zone, which another field or the event says (values/wall-time.ts: momentAt). The field is a MomentField. */
export const WallTimeText = () => String({ maxLength: 22, format: 'wall-time' });
