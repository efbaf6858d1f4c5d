import { resolve, type OpenApiDocument } from '../../../values/openapi-document.ts';
import type { Docs, Guide } from '../contract.ts';
import { REFERENCE_PATH } from '../docs-paths.ts';
import { errorAnchor } from '../error-codes.tsx';
import { listErrorCodes } from '../error-index.tsx';
import { bodyAnchor, parameterAnchor } from '../fields.tsx';
import { groupOperations, listWebhooks, type OperationEntry } from '../group-operations.ts';
import { plainText } from '../guide/plain-text.ts';
import { sectionsOf } from '../guide/sections.ts';
import { listFields } from '../list-fields.ts';
import { listModels, modelAnchor } from '../models.ts';
import { readSchema } from '../read-schema.ts';
import type { SearchEntry } from './search-entry.ts';

/** The element that carries the index. */
export const SEARCH_INDEX = 'search-index';

/** All that can be found in the docs. It is in every page, so that nothing has to be loaded to search. */
export function indexDocs({ description, guides }: Docs, path: string): SearchEntry[] {
  const groups = groupOperations(description);
  const operations = [...groups.flatMap(({ entries }) => entries), ...listWebhooks(description)];
  const errors = listErrorCodes({ document: description, groups });
  const entries: SearchEntry[] = [
    ...operations.flatMap((entry) => entriesOfOperation(description, entry)),
    ...guides.flatMap(entriesOfGuide),
    ...listModels(description).flatMap(({ name, schema }) => [
      {
        kind: 'model' as const,
        title: name,
        where: 'Models',
        href: `#${modelAnchor(name)}`,
        text: readSchema(description, schema).schema.description ?? '',
      },
      ...entriesOfFields(description, { schema, where: name, anchor: modelAnchor(name) }),
    ]),
    ...errors.map(({ code, when, statuses }) => ({
      kind: 'error' as const,
      title: code,
      where: `Error ${statuses.join(', ')}`,
      href: `#${errorAnchor(code)}`,
      text: when,
    })),
  ];
  // A fragment alone is of the reference.
  return withoutRepeats(entries).map((entry) =>
    entry.href.startsWith('#') && path !== REFERENCE_PATH
      ? { ...entry, href: REFERENCE_PATH + entry.href }
      : entry,
  );
}

/** A field of a request is one of its model too, and an event has all that its summary has: what says the same is found once. */
function withoutRepeats(entries: readonly SearchEntry[]): SearchEntry[] {
  const known = new Set<string>();
  return entries.filter(({ kind, title, where, text }) => {
    const key = [kind, title, text || where].join('\n');
    return !known.has(key) && known.add(key);
  });
}

function entriesOfOperation(document: OpenApiDocument, entry: OperationEntry): SearchEntry[] {
  const { anchor, title, operation, parameters } = entry;
  const body = operation.requestBody && resolve(document, 'requestBodies', operation.requestBody);
  const schemas = Object.values(body?.content ?? {}).flatMap(({ schema }) => schema ?? []);
  return [
    {
      kind: 'operation',
      title,
      // A webhook has a name and no path.
      where: entry.path.startsWith('/') ? `${entry.method.toUpperCase()} ${entry.path}` : entry.path,
      href: `#${anchor}`,
      text: `${operation.operationId ?? ''} ${operation.description ?? ''}`,
    },
    ...parameters.map((parameter) => ({
      kind: 'field' as const,
      title: parameter.name,
      where: `${title}, ${parameter.in}`,
      href: `#${parameterAnchor(anchor, parameter)}`,
      text: parameter.description ?? '',
    })),
    ...schemas.flatMap((schema) =>
      entriesOfFields(document, { schema, where: `${title}, body`, anchor: bodyAnchor(anchor) }),
    ),
  ];
}

function entriesOfFields(
  document: OpenApiDocument,
  { schema, where, anchor }: { schema: Parameters<typeof listFields>[1]; where: string; anchor: string },
): SearchEntry[] {
  return listFields(document, schema, { anchor, stopsAtNames: true }).flatMap((field) =>
    field.kind === 'variant'
      ? []
      : [
          {
            kind: 'field',
            title: field.name,
            where,
            href: `#${field.anchor}`,
            text: field.description ?? '',
          },
        ],
  );
}

function entriesOfGuide(guide: Guide): SearchEntry[] {
  return sectionsOf(guide).map(({ heading, anchor, tokens }) => ({
    kind: 'guide',
    title: heading,
    where: heading === guide.title ? 'Guide' : guide.title,
    href: `${guide.path}#${anchor}`,
    text: plainText(tokens),
  }));
}
