import type { VNode } from 'preact';
import { resolve, type Method, type OpenApiDocument } from '../../values/openapi-document.ts';
import type { Docs } from './contract.ts';
import { BodyFields, bodyAnchor, ParameterTable } from './fields.tsx';
import type { OperationEntry } from './group-operations.ts';
import { Prose } from './prose.tsx';
import { Responses, ResponseSamples } from './responses.tsx';
import { RequestSamples } from './samples/request-samples.tsx';
import { needsKey } from './samples/sample-request.ts';
import { TryForm } from './try/try-form.tsx';

type Props = { document: OpenApiDocument; entry: OperationEntry };

/** Its description on the left; how to call it and what comes back on the right. */
export function Operation({ docs, entry }: { docs: Docs; entry: OperationEntry }): VNode {
  const document = docs.description;
  const { anchor, title, operation, parameters } = entry;
  return (
    <article class="operation" id={anchor} aria-labelledby={`${anchor}-title`} data-section="">
      <div class="words">
        <h3 id={`${anchor}-title`}>
          <a class="self" href={`#${anchor}`}>
            {title}
          </a>
        </h3>
        <p class="route">
          <MethodBadge method={entry.method} />{' '}
          <code>
            <Path path={entry.path} />
          </code>
        </p>
        {!needsKey(document, operation) && <p class="open">No key needed</p>}
        <div class="prose">
          <Prose text={operation.description} />
        </div>
        {parameters.length > 0 && (
          <>
            <h4>Parameters</h4>
            <ParameterTable document={document} anchor={anchor} parameters={parameters} />
          </>
        )}
        <RequestBody document={document} entry={entry} />
        <Responses document={document} entry={entry} />
      </div>
      <aside class="samples" aria-label={`Samples: ${title}`}>
        <RequestSamples document={document} entry={entry} />
        <TryForm docs={docs} entry={entry} />
        <ResponseSamples document={document} entry={entry} />
      </aside>
    </article>
  );
}

export function MethodBadge({ method }: { method: Method }): VNode {
  return <span class={`method ${method}`}>{method.toUpperCase()}</span>;
}

/** Long paths may wrap before a slash; the names to fill in stand out. */
function Path({ path }: { path: string }): VNode {
  const segments = path.split('/').slice(1);
  return (
    <>
      {segments.map((segment) => (
        <>
          <wbr />/{segment.startsWith('{') ? <var>{segment}</var> : segment}
        </>
      ))}
    </>
  );
}

function RequestBody({ document, entry: { anchor, operation } }: Props): VNode | null {
  if (operation.requestBody === undefined) return null;
  const body = resolve(document, 'requestBodies', operation.requestBody);
  const schemas = Object.values(body.content).flatMap(({ schema }) => schema ?? []);
  return (
    <>
      <h4>Request body</h4>
      <div class="prose">
        <Prose text={body.description} />
      </div>
      {schemas.map((schema) => (
        <BodyFields document={document} schema={schema} direction="sent" anchor={bodyAnchor(anchor)} />
      ))}
    </>
  );
}
