import type { ComponentChildren, VNode } from 'preact';
import type { OpenApiDocument } from '../../src/values/openapi-document.ts';
import type { Pages } from '../pages/contract.ts';
import { Document } from '../shared/document.tsx';
import { TesseraMark } from '../shared/tessera-mark.tsx';
import { CodePanel, Token } from './code.tsx';
import { KEY_VARIABLE } from './curl-sample.tsx';
import { ErrorIndex } from './error-index.tsx';
import { groupOperations, type OperationGroup } from './group-operations.ts';
import { MosaicFragment } from './mosaic-fragment.tsx';
import { MethodBadge, Operation } from './operation.tsx';
import { Prose } from './prose.tsx';

/** The whole reference, from the API's own description. It reads in full without its script. */
export function ReferencePage({ description, dashboardUrl }: Pages['reference']): VNode {
  const { info } = description;
  const groups = groupOperations(description);
  return (
    <Document title={`${info.title} reference`}>
      <a class="skip" href="#content">
        Skip to the reference
      </a>
      <header class="side">
        <Brand info={info} />
        <nav class="wide" aria-label="Reference">
          <Contents groups={groups} />
        </nav>
        <details class="narrow">
          <summary>Contents</summary>
          <nav aria-label="Reference">
            <Contents groups={groups} />
          </nav>
        </details>
      </header>
      <main id="content" tabIndex={-1}>
        <Introduction description={description} dashboardUrl={dashboardUrl} />
        {groups.map((group) => (
          <Group key={group.anchor} description={description} group={group} />
        ))}
        <ErrorIndex document={description} groups={groups} />
      </main>
    </Document>
  );
}

function Brand({ info }: Pick<OpenApiDocument, 'info'>): VNode {
  return (
    <a class="brand" href="#introduction">
      <TesseraMark />
      <span class="wordmark">{info.title}</span> <span class="version">v{info.version}</span>
    </a>
  );
}

/** Printed twice, for wide and for narrow screens; the stylesheet hides one of them, from everybody. */
function Contents({ groups }: { groups: readonly OperationGroup[] }): VNode {
  return (
    <ul class="contents">
      <li>
        <a href="#introduction">Introduction</a>
      </li>
      {groups.map((group) => (
        <GroupLinks key={group.anchor} group={group} />
      ))}
      <li>
        <a href="#errors">Error codes</a>
      </li>
    </ul>
  );
}

function GroupLinks({ group }: { group: OperationGroup }): VNode {
  return (
    <li>
      <a class="group" href={`#${group.anchor}`}>
        {group.name}
      </a>
      <ul>
        {group.entries.map(({ anchor, title, method }) => (
          <li key={anchor}>
            <a href={`#${anchor}`}>
              <span>{title}</span> <MethodBadge method={method} />
            </a>
          </li>
        ))}
      </ul>
    </li>
  );
}

function Introduction({ description, dashboardUrl }: Pages['reference']): VNode {
  const [server] = description.servers ?? [];
  const schemes = Object.values(description.components?.securitySchemes ?? {});
  const bearer = schemes.find(({ scheme }) => scheme === 'bearer');
  return (
    <section class="introduction" id="introduction" aria-labelledby="title" data-section="">
      <MosaicFragment />
      <h1 id="title">{description.info.title}</h1>
      <div class="prose lead">
        <Prose text={description.info.description} />
      </div>
      <div class="basics">
        {server && (
          <Basic title="Base address" text={server.description}>
            {server.url}
          </Basic>
        )}
        {bearer && (
          <Basic title="Authentication" text={bearer.description}>
            Authorization: Bearer <Token kind="word" text={KEY_VARIABLE} />
          </Basic>
        )}
      </div>
      <p>
        Hosts make their keys in the <a href={dashboardUrl}>dashboard</a>.
      </p>
    </section>
  );
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

function Group({ description, group }: { description: OpenApiDocument; group: OperationGroup }): VNode {
  return (
    <section class="group" aria-labelledby={group.anchor}>
      <div class="group-head" data-section={group.anchor}>
        <h2 id={group.anchor}>{group.name}</h2>
        <div class="prose">
          <Prose text={group.description} />
        </div>
      </div>
      {group.entries.map((entry) => (
        <Operation key={entry.anchor} document={description} entry={entry} />
      ))}
    </section>
  );
}
