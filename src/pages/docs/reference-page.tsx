import type { ComponentChildren, VNode } from 'preact';
import type { Pages } from '../contract.ts';
import { CodePanel } from './code.tsx';
import { commonHeaders } from './common-headers.ts';
import type { Docs } from './contract.ts';
import { DocsLayout } from './docs-layout.tsx';
import { documentPath, REFERENCE_PATH } from './docs-paths.ts';
import { ErrorIndex } from './error-index.tsx';
import { groupOperations, type OperationGroup } from './group-operations.ts';
import { plainText } from './guide/plain-text.ts';
import { HeaderList } from './header-list.tsx';
import { ModelList } from './model-list.tsx';
import { MosaicFragment } from '../shared/mosaic-fragment.tsx';
import { Operation } from './operation.tsx';
import { Prose } from './prose.tsx';
import { Webhooks } from './webhooks.tsx';
import { ColouredCode } from './samples/coloured-code.tsx';
import { KEY_VARIABLE } from './samples/sample-request.ts';

/** The whole reference, from the API's own description. It reads in full without its script. */
export function ReferencePage(docs: Pages['reference']): VNode {
  const { description } = docs;
  const groups = groupOperations(description);
  return (
    <DocsLayout
      docs={docs}
      title={`${description.info.title} reference`}
      about={(description.info.description ?? '').split('\n')[0] ?? ''}
      path={REFERENCE_PATH}
    >
      <Introduction {...docs} />
      {groups.map((group) => (
        <Group key={group.anchor} docs={docs} group={group} />
      ))}
      <Webhooks docs={docs} />
      <ModelList document={description} />
      <ErrorIndex document={description} groups={groups} />
    </DocsLayout>
  );
}

function Introduction({ description, guides, dashboardUrl }: Docs): VNode {
  const [server] = description.servers ?? [];
  const schemes = Object.values(description.components?.securitySchemes ?? {});
  const headers = commonHeaders(description);
  const bearer = schemes.find(({ scheme }) => scheme === 'bearer');
  return (
    <section class="introduction" id="introduction" aria-labelledby="title" data-section="">
      <MosaicFragment />
      <h1 id="title">{description.info.title}</h1>
      <div class="prose lead">
        <Prose text={description.info.description} />
      </div>
      <ul class="ways">
        {guides.map((guide) => (
          <li key={guide.name}>
            <a href={guide.path}>
              <strong>{guide.title}</strong>
              <span>{firstSentence(guide)}</span>
            </a>
          </li>
        ))}
      </ul>
      <div class="basics">
        {server && (
          <Basic title="Base address" text={server.description}>
            {server.url}
          </Basic>
        )}
        {bearer && (
          <Basic title="Authentication" text={bearer.description}>
            <ColouredCode text={`-H "Authorization: Bearer $${KEY_VARIABLE}"`} language="curl" />
          </Basic>
        )}
      </div>
      {Object.keys(headers).length > 0 && (
        <>
          <h2>Headers of nearly every response</h2>
          <HeaderList document={description} headers={headers} />
        </>
      )}
      <p>
        Hosts make their keys in the <a href={dashboardUrl}>dashboard</a>. Set yours as{' '}
        <code>{KEY_VARIABLE}</code>, and every sample on this page runs as it stands: with a key of the demo,
        on its events.
      </p>
      <p>
        For TypeScript and JavaScript there is a client with types, <code>@tessera-tickets/client</code>, in{' '}
        <code>packages/client</code> of the repository. It keeps the visitor’s token, sends again where no
        answer came, waits in line, and has one type for each kind of order and error.
      </p>
      <p>
        The same for programs:{' '}
        <a href={documentPath(description)}>the OpenAPI {description.openapi} document</a> of version{' '}
        {description.info.version} (
        <a href={documentPath(description)} download="tessera-openapi.json">
          download
        </a>
        ).
      </p>
    </section>
  );
}

function firstSentence({ tokens }: Docs['guides'][number]): string {
  const text = plainText(tokens.filter(({ type }) => type === 'paragraph').slice(0, 1));
  return /^.*?[.!?](?= |$)/.exec(text)?.[0] ?? text;
}

type BasicProps = { title: string; text: string | undefined; children: ComponentChildren };

function Basic({ title, text, children }: BasicProps): VNode {
  return (
    <div>
      <h2>{title}</h2>
      <CodePanel label={title}>{children}</CodePanel>
      <Prose text={text} />
    </div>
  );
}

function Group({ docs, group }: { docs: Docs; group: OperationGroup }): VNode {
  return (
    <section class="group" aria-labelledby={group.anchor}>
      <div class="group-head" data-section={group.anchor}>
        <h2 id={group.anchor}>{group.name}</h2>
        <div class="prose">
          <Prose text={group.description} />
        </div>
      </div>
      {group.entries.map((entry) => (
        <Operation key={entry.anchor} docs={docs} entry={entry} />
      ))}
    </section>
  );
}
