import type { ComponentChildren, VNode } from 'preact';
import type { Schema } from '../../values/openapi-document.ts';

/** A field's limits, as far as its schema says. */
export function Limits({ schema }: { schema: Schema }): VNode | null {
  const limits = limitsOf(schema);
  if (limits.length === 0) return null;
  return (
    <ul class="limits">
      {limits.map((limit) => (
        <li>{limit}</li>
      ))}
    </ul>
  );
}

function limitsOf(schema: Schema): ComponentChildren[] {
  const values = schema.enum ?? (schema.const === undefined ? [] : [schema.const]);
  return [
    ...valuesIn(values),
    ...range(schema.minimum, schema.maximum, ''),
    ...range(schema.minLength, schema.maxLength, ' characters'),
    ...range(schema.minItems, schema.maxItems, ' entries'),
    ...(schema.pattern === undefined ? [] : [['matches ', <code>{schema.pattern}</code>]]),
    ...(schema.default === undefined ? [] : [['default ', <Literal value={schema.default} />]]),
  ];
}

function valuesIn(values: readonly unknown[]): ComponentChildren[] {
  if (values.length === 0) return [];
  if (values.length === 1) return [['always ', <Literal value={values[0]} />]];
  return [['one of ', values.map((value, at) => [at > 0 && ', ', <Literal value={value} />])]];
}

function range(least: number | undefined, most: number | undefined, unit: string): string[] {
  if (least !== undefined && most !== undefined)
    return [`${least.toLocaleString('en')} to ${most.toLocaleString('en')}${unit}`];
  if (least !== undefined) return [`at least ${least.toLocaleString('en')}${unit}`];
  if (most !== undefined) return [`at most ${most.toLocaleString('en')}${unit}`];
  return [];
}

function Literal({ value }: { value: unknown }): VNode {
  return <code>{typeof value === 'string' ? value : JSON.stringify(value)}</code>;
}
