import type { ComponentChildren, VNode } from 'preact';
import type { OpenApiDocument, Parameter, Schema } from '../../values/openapi-document.ts';
import { Limits } from './limits.tsx';
import { listFields, type Field } from './list-fields.ts';
import { Breakable, Inline } from './prose.tsx';
import { readSchema } from './read-schema.ts';
import { TypeLabel } from './type-label.tsx';

/** Indentation stops here; deeper fields stay readable at 360 px. The stylesheet knows these depths. */
const MAX_INDENT = 4;

/** A client must know what it has to send, and what may be missing from what it receives; the rest is noise. */
type Direction = 'sent' | 'received';

export const bodyAnchor = (operation: string): string => `${operation}-body`;
export const parameterAnchor = (operation: string, { name }: Parameter): string => `${operation}-${name}`;

type Parameters = { document: OpenApiDocument; anchor: string; parameters: readonly Parameter[] };

export function ParameterTable({ document, anchor, parameters }: Parameters): VNode {
  return (
    <FieldTable heading="Parameter">
      {parameters.map((parameter) => (
        <FieldRow
          key={parameter.name}
          document={document}
          anchor={parameterAnchor(anchor, parameter)}
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

type Body = {
  document: OpenApiDocument;
  schema: Schema;
  direction: Direction;
  /** The start of the fields' anchors. */
  anchor: string;
  stopsAtNames?: boolean;
};

export function BodyFields({ document, schema, direction, anchor, stopsAtNames = false }: Body): VNode {
  const fields = listFields(document, schema, { anchor, stopsAtNames });
  if (fields.length === 0) {
    return (
      <p>
        <TypeLabel document={document} schema={schema} />
      </p>
    );
  }
  return (
    <FieldTable heading="Field">
      {fields.map((field) =>
        field.kind === 'variant' ? (
          <VariantRow key={field.title} title={field.title} />
        ) : (
          <FieldRow
            key={field.anchor}
            document={document}
            mark={markOf(field, direction)}
            note={field.recurs && 'Nested: the same fields again.'}
            {...field}
          />
        ),
      )}
    </FieldTable>
  );
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

function markOf({ required }: Field, direction: Direction): VNode | false {
  return direction === 'sent' ? required && <Required /> : !required && <MayBeAbsent />;
}

function FieldRow(field: {
  document: OpenApiDocument;
  anchor: string;
  name: string;
  schema: Schema;
  description: string | undefined;
  mark: ComponentChildren;
  depth: number;
  note?: string | false;
}): VNode {
  return (
    <tr role="row" id={field.anchor} class={`depth-${Math.min(field.depth, MAX_INDENT)}`}>
      <th scope="row" role="rowheader">
        <a class="self name" href={`#${field.anchor}`}>
          <code>
            <Breakable name={field.name} />
          </code>
        </a>{' '}
        <span class="type">
          <TypeLabel document={field.document} schema={field.schema} />
        </span>{' '}
        {field.mark}
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

function VariantRow({ title }: { title: string }): VNode {
  return (
    <tr role="row" class="variant">
      <th scope="rowgroup" role="rowheader" colspan={2}>
        {title}
      </th>
    </tr>
  );
}
