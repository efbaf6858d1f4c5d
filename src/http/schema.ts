import { Type, type Static, type TSchema } from 'typebox';

/** A value or null, written the way OpenAPI 3.1 and its readers like best. */
export function Nullable<Schema extends TSchema>(schema: Schema) {
  const { type, ...rest } = schema as Schema & { type: string };
  return Type.Unsafe<Static<Schema> | null>({ ...rest, type: [type, 'null'] });
}

export const Id = (options: object = {}) => Type.String({ format: 'uuid', ...options });
export const DateTime = (options: object = {}) => Type.String({ format: 'date-time', ...options });
export const MinorUnits = (options: object = {}) => Type.Integer({ minimum: 0, ...options });

export function OneOf<const Value extends string>(values: readonly Value[], options: object = {}) {
  return Type.Unsafe<Value>({ type: 'string', enum: values, ...options });
}

/** An object of which every field is always there and no other is. */
export const Exactly = <const Properties extends Record<string, TSchema>>(
  properties: Properties,
  options: object = {},
) => Type.Object(properties, { additionalProperties: false, ...options });
