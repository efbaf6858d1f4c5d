import { html, type Html } from '../mail/html.ts';
import type { OpenApiDocument, Parameter, Schema } from '../http/openapi-document.ts';
import { breakable, inline } from './prose.ts';
import { readSchema, typeLabel } from './read-schema.ts';

/** Indentation stops here; deeper fields stay readable at 360 px. The stylesheet knows these depths. */
const MAX_INDENT = 4;

/** A client must know what it has to send, and what may be missing from what it receives; the rest is noise. */
type Direction = 'sent' | 'received';

interface Walk {
  readonly document: OpenApiDocument;
  readonly direction: Direction;
  readonly depth: number;
  /** Schemas we are inside of, so that a tree of categories ends. */
  readonly ancestors: readonly Schema[];
}

export function renderParameters(document: OpenApiDocument, parameters: readonly Parameter[]): Html {
  const rows = parameters.map((parameter) =>
    fieldRow({
      document,
      name: parameter.name,
      schema: parameter.schema ?? {},
      description: parameter.description ?? parameter.schema?.description,
      mark: html`<span class="place">${parameter.in}</span>${parameter.required === true && REQUIRED}`,
      depth: 0,
      note: undefined,
    }),
  );
  return fieldTable('Parameter', rows);
}

export function renderBodyFields(document: OpenApiDocument, schema: Schema, direction: Direction): Html {
  const rows = childRows({ document, direction, depth: 0, ancestors: [] }, schema);
  if (rows.length > 0) return fieldTable('Field', rows);
  return html`<p>${typeLabel(document, schema)}</p>`;
}

/** Small screens lay rows out as blocks, which would strip a table of its meaning; the roles put it back. */
function fieldTable(heading: string, rows: readonly Html[]): Html {
  return html`<table class="fields" role="table">
    <thead role="rowgroup">
      <tr role="row">
        <th scope="col" role="columnheader">${heading}</th>
        <th scope="col" role="columnheader">Meaning</th>
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${rows}
    </tbody>
  </table>`;
}

const REQUIRED = html`<span class="required">required</span>`;
const MAY_BE_ABSENT = html`<span class="place">may be absent</span>`;

interface FieldRow {
  readonly document: OpenApiDocument;
  readonly name: string;
  readonly schema: Schema;
  readonly description: string | undefined;
  readonly mark: Html | false;
  readonly depth: number;
  readonly note: string | undefined;
}

function fieldRow(field: FieldRow): Html {
  const limits = constraints(readSchema(field.document, field.schema).schema);
  return html`<tr role="row" class="depth-${Math.min(field.depth, MAX_INDENT)}">
    <th scope="row" role="rowheader">
      <code class="name">${breakable(field.name)}</code>
      <span class="type">${typeLabel(field.document, field.schema)}</span> ${field.mark}
    </th>
    <td role="cell">
      ${field.description !== undefined && html`<p>${inline(field.description)}</p>`}
      ${limits.length > 0 && limitList(limits)}
      ${field.note !== undefined && html`<p class="note">${field.note}</p>`}
    </td>
  </tr>`;
}

function limitList(limits: readonly Html[]): Html {
  const items = limits.map((limit) => html`<li>${limit}</li>`);
  return html`<ul class="limits">
    ${items}
  </ul>`;
}

function childRows(walk: Walk, written: Schema): Html[] {
  const { schema, origin, variants } = readSchema(walk.document, written);
  if (walk.ancestors.includes(origin)) return [];
  const inside: Walk = { ...walk, ancestors: [...walk.ancestors, origin] };

  if (variants.length > 0) return variants.flatMap((variant, at) => variantRows(inside, variant, at));
  if (schema.items !== undefined) return childRows(inside, schema.items);
  const rows = Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
    propertyRows(inside, { name, property, required: schema.required?.includes(name) === true }),
  );
  if (typeof schema.additionalProperties === 'object') {
    rows.push(
      ...propertyRows(inside, { name: '(any name)', property: schema.additionalProperties, required: true }),
    );
  }
  return rows;
}

function propertyRows(
  walk: Walk,
  { name, property, required }: { name: string; property: Schema; required: boolean },
): Html[] {
  const { schema } = readSchema(walk.document, property);
  const row = fieldRow({
    document: walk.document,
    name,
    schema: property,
    description: schema.description,
    mark: walk.direction === 'sent' ? required && REQUIRED : !required && MAY_BE_ABSENT,
    depth: walk.depth,
    note: recurs(walk, property) ? 'Nested: the same fields again.' : undefined,
  });
  return [row, ...childRows({ ...walk, depth: walk.depth + 1 }, property)];
}

function recurs(walk: Walk, property: Schema): boolean {
  const { origin, schema } = readSchema(walk.document, property);
  if (walk.ancestors.includes(origin)) return true;
  return (
    schema.items !== undefined && walk.ancestors.includes(readSchema(walk.document, schema.items).origin)
  );
}

function variantRows(walk: Walk, variant: Schema, at: number): Html[] {
  const rows = childRows(walk, variant);
  if (rows.length === 0) return [];
  const { schema, name } = readSchema(walk.document, variant);
  const title = html`${at === 0 ? 'Either' : 'Or'}
  ${schema.title ?? name ?? typeLabel(walk.document, variant)}`;
  return [
    html`<tr role="row" class="variant">
      <th scope="rowgroup" role="rowheader" colspan="2">${title}</th>
    </tr>`,
    ...rows,
  ];
}

function constraints(schema: Schema): Html[] {
  const limits: Html[] = [];
  const values = schema.enum ?? (schema.const === undefined ? [] : [schema.const]);
  if (values.length === 1) limits.push(html`always ${literal(values[0])}`);
  if (values.length > 1)
    limits.push(html`one of ${values.map((value, at) => html`${at > 0 && ', '}${literal(value)}`)}`);
  limits.push(...range(schema.minimum, schema.maximum, ''));
  limits.push(...range(schema.minLength, schema.maxLength, ' characters'));
  limits.push(...range(schema.minItems, schema.maxItems, ' entries'));
  if (schema.pattern !== undefined) limits.push(html`matches <code>${schema.pattern}</code>`);
  if (schema.default !== undefined) limits.push(html`default ${literal(schema.default)}`);
  return limits;
}

function range(least: number | undefined, most: number | undefined, unit: string): Html[] {
  if (least !== undefined && most !== undefined)
    return [html`${least.toLocaleString('en')} to ${most.toLocaleString('en')}${unit}`];
  if (least !== undefined) return [html`at least ${least.toLocaleString('en')}${unit}`];
  if (most !== undefined) return [html`at most ${most.toLocaleString('en')}${unit}`];
  return [];
}

function literal(value: unknown): Html {
  return html`<code>${typeof value === 'string' ? value : JSON.stringify(value)}</code>`;
}
