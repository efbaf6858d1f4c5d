import type { VNode } from 'preact';
import { resolve } from '../../values/openapi-document.ts';
import { CodePanel, ColouredJson } from './code.tsx';
import type { Docs } from './contract.ts';
import { BodyFields, bodyAnchor, ParameterTable } from './fields.tsx';
import { listWebhooks, WEBHOOKS, type OperationEntry } from './group-operations.ts';
import { Prose } from './prose.tsx';
import { Responses } from './responses.tsx';
import { exampleBody } from './samples/sample-request.ts';

/** The requests that the service sends to receivers. The guide tells how to register and check them. */
export function Webhooks({ docs }: { docs: Docs }): VNode | null {
  const webhooks = listWebhooks(docs.description);
  const guide = docs.guides.find(({ name }) => name === 'webhooks');
  if (webhooks.length === 0) return null;
  return (
    <section class="group" aria-labelledby={WEBHOOKS}>
      <div class="group-head" data-section={WEBHOOKS}>
        <h2 id={WEBHOOKS}>Webhooks</h2>
        <div class="prose">
          <p>Tessera posts these to a host’s receivers.</p>
          {guide && (
            <p>
              How to receive and check them: <a href={guide.path}>{guide.title}</a>.
            </p>
          )}
        </div>
      </div>
      {webhooks.map((entry) => (
        <Webhook key={entry.anchor} document={docs.description} entry={entry} />
      ))}
    </section>
  );
}

type Props = { document: Docs['description']; entry: OperationEntry };

function Webhook({ document, entry }: Props): VNode {
  const { anchor, title, path, operation, parameters } = entry;
  const example = exampleBody(document, operation)?.example;
  return (
    <article class="operation" id={anchor} aria-labelledby={`${anchor}-title`}>
      <div class="words">
        <h3 id={`${anchor}-title`}>
          <a class="self" href={`#${anchor}`}>
            {title}
          </a>
        </h3>
        <p class="route">
          <code>{path}</code>
        </p>
        <div class="prose">
          <Prose text={operation.description} />
        </div>
        {parameters.length > 0 && (
          <>
            <h4>Headers</h4>
            <ParameterTable document={document} anchor={anchor} parameters={parameters} />
          </>
        )}
        <h4>Body</h4>
        <WebhookBody document={document} entry={entry} />
        <Responses document={document} entry={entry} />
      </div>
      <aside class="samples" aria-label={`Sample: ${title}`}>
        <div class="replies">
          <p class="caption">Sample</p>
          <CodePanel label={`Body: ${title}`}>
            <ColouredJson text={JSON.stringify(example, null, 2)} />
          </CodePanel>
        </div>
      </aside>
    </article>
  );
}

function WebhookBody({ document, entry: { anchor, operation } }: Props): VNode | null {
  if (operation.requestBody === undefined) return null;
  const { content } = resolve(document, 'requestBodies', operation.requestBody);
  const [media] = Object.values(content);
  if (media?.schema === undefined) return null;
  return (
    <BodyFields document={document} schema={media.schema} direction="received" anchor={bodyAnchor(anchor)} />
  );
}
