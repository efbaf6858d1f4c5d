import type { ComponentChildren, VNode } from 'preact';
import type { OpenApiDocument, Parameter, Schema } from '../../src/values/openapi-document.ts';
import { Limits } from './limits.tsx';
import { Breakable, Inline } from './prose.tsx';
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

type Parameters = { document: OpenApiDocument; parameters: readonly Parameter[] };

export function ParameterTable({ document, parameters }: Parameters): VNode {
  return (
    <FieldTable heading="Parameter">
      {parameters.map((parameter) => (
        <FieldRow
          key={parameter.name}
          document={document}
          name={parameter.name}
          schema={parameter.schema ?? {}}
          description={parameter.description ?? parameter.schema?.description}
          mark={
            <>
              <span class="place">{parameter.in}</span>
              {parameter.required === true && <Required />}
            </>
          }
          depth={0}
        />
      ))}
    </FieldTable>
  );
}

type Body = { document: OpenApiDocument; schema: Schema; direction: Direction };

export function BodyFields({ document, schema, direction }: Body): VNode {
  const rows = childRows({ document, direction, depth: 0, ancestors: [] }, schema);
  if (rows.length > 0) return <FieldTable heading="Field">{rows}</FieldTable>;
  return <p>{typeLabel(document, schema)}</p>;
}

/** Small screens lay rows out as blocks, which would strip a table of its meaning; the roles put it back. */
function FieldTable({ heading, children }: { heading: string; children: ComponentChildren }): VNode {
  return (
    <table class="fields" role="table">
      <thead role="rowgroup">
        <tr role="row">
          <th scope="col" role="columnheader">
            {heading}
          </th>
          <th scope="col" role="columnheader">
            Meaning
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">{children}</tbody>
    </table>
  );
}

const Required = (): VNode => <span class="required">required</span>;
const MayBeAbsent = (): VNode => <span class="place">may be absent</span>;

function FieldRow(field: {
  document: OpenApiDocument;
  name: string;
  schema: Schema;
  description: string | undefined;
  mark: ComponentChildren;
  depth: number;
  note?: string | false;
}): VNode {
  return (
    <tr role="row" class={`depth-${Math.min(field.depth, MAX_INDENT)}`}>
      <th scope="row" role="rowheader">
        <code class="name">
          <Breakable name={field.name} />
        </code>{' '}
        <span class="type">{typeLabel(field.document, field.schema)}</span> {field.mark}
      </th>
      <td role="cell">
        {field.description !== undefined && (
          <p>
            <Inline text={field.description} />
          </p>
        )}
        <Limits schema={readSchema(field.document, field.schema).schema} />
        {field.note && <p class="note">{field.note}</p>}
      </td>
    </tr>
  );
}

function childRows(walk: Walk, written: Schema): VNode[] {
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
): VNode[] {
  const { schema } = readSchema(walk.document, property);
  const row = (
    <FieldRow
      document={walk.document}
      name={name}
      schema={property}
      description={schema.description}
      mark={walk.direction === 'sent' ? required && <Required /> : !required && <MayBeAbsent />}
      depth={walk.depth}
      note={recurs(walk, property) && 'Nested: the same fields again.'}
    />
  );
  return [row, ...childRows({ ...walk, depth: walk.depth + 1 }, property)];
}

function recurs(walk: Walk, property: Schema): boolean {
  const { origin, schema } = readSchema(walk.document, property);
  if (walk.ancestors.includes(origin)) return true;
  return (
    schema.items !== undefined && walk.ancestors.includes(readSchema(walk.document, schema.items).origin)
  );
}

function variantRows(walk: Walk, variant: Schema, at: number): VNode[] {
  const rows = childRows(walk, variant);
  if (rows.length === 0) return [];
  const { schema, name } = readSchema(walk.document, variant);
  return [
    <tr role="row" class="variant">
      <th scope="rowgroup" role="rowheader" colspan={2}>
        {at === 0 ? 'Either' : 'Or'} {schema.title ?? name ?? typeLabel(walk.document, variant)}
      </th>
    </tr>,
    ...rows,
  ];
}
