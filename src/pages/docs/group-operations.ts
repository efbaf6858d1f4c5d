import { METHODS, resolve } from '../../values/openapi-document.ts';
import type { Method, OpenApiDocument, Operation, Parameter } from '../../values/openapi-document.ts';

export interface OperationEntry {
  readonly anchor: string;
  readonly title: string;
  readonly method: Method;
  readonly path: string;
  readonly operation: Operation;
  readonly parameters: readonly Parameter[];
}

export interface OperationGroup {
  readonly anchor: string;
  readonly name: string;
  readonly description: string | undefined;
  readonly entries: readonly OperationEntry[];
}

const UNTAGGED = 'Other';

/** Operations in reading order: the document's tags first, then tags it never declared. */
export function groupOperations(document: OpenApiDocument): OperationGroup[] {
  const entries = listOperations(document);
  const declared = document.tags ?? [];
  const names = new Set([...declared.map((tag) => tag.name), ...entries.map(groupName)]);
  return [...names]
    .map((name) => ({
      anchor: `group-${toAnchor(name)}`,
      name,
      description: declared.find((tag) => tag.name === name)?.description,
      entries: entries.filter((entry) => groupName(entry) === name),
    }))
    .filter((group) => group.entries.length > 0);
}

/** Only the first tag counts: an operation shown twice would need two anchors. */
function groupName(entry: OperationEntry): string {
  return entry.operation.tags?.[0] ?? UNTAGGED;
}

/** The section of the page that has them. */
export const WEBHOOKS = 'webhooks';

/** The requests to receivers; the path of each is its name. */
export const listWebhooks = (document: OpenApiDocument): OperationEntry[] =>
  listOperations(document, document.webhooks ?? {});

function listOperations(
  document: OpenApiDocument,
  paths: OpenApiDocument['paths'] = document.paths,
): OperationEntry[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      if (operation === undefined) return [];
      return {
        anchor: toAnchor(operation.operationId ?? `${method}-${path}`),
        title: operation.summary ?? `${method.toUpperCase()} ${path}`,
        method,
        path,
        operation,
        parameters: mergeParameters(document, item.parameters ?? [], operation.parameters ?? []),
      };
    }),
  );
}

type Listed = NonNullable<Operation['parameters']>;

/** A parameter of the operation replaces one of the same name and place given for the whole path. */
function mergeParameters(document: OpenApiDocument, ofPath: Listed, ofOperation: Listed): Parameter[] {
  const merged = new Map<string, Parameter>();
  for (const listed of [...ofPath, ...ofOperation]) {
    const parameter = resolve(document, 'parameters', listed);
    merged.set(`${parameter.in} ${parameter.name}`, parameter);
  }
  return [...merged.values()];
}

function toAnchor(text: string): string {
  return text.replace(/[^A-Za-z0-9_]+/g, '-').replace(/^-|-$/g, '');
}
