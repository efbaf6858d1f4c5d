import type { VNode } from 'preact';
import type { Docs } from './contract.ts';
import { documentPath, REFERENCE_PATH } from './docs-paths.ts';
import { listModels, MODELS } from './models.ts';
import { MethodBadge } from './operation.tsx';
import { listWebhooks, WEBHOOKS, type OperationGroup } from './group-operations.ts';

type ContentsProps = { docs: Docs; path: string; groups: readonly OperationGroup[] };

/** Printed twice, for wide and for narrow screens; the stylesheet hides one of them, from everybody. */
export function Contents({ docs, path, groups }: ContentsProps): VNode {
  // Within the page a link is its fragment alone, so that the browser has nothing to load.
  const reference = path === REFERENCE_PATH ? '' : REFERENCE_PATH;
  return (
    <ul class="contents">
      <li>
        <span class="group">Guides</span>
        <ul>
          {docs.guides.map((guide) => (
            <li key={guide.name}>
              <a href={guide.path} aria-current={guide.path === path ? 'page' : undefined}>
                {guide.title}
              </a>
            </li>
          ))}
        </ul>
      </li>
      <li>
        <a class="group" href={`${reference}#introduction`}>
          API reference
        </a>
      </li>
      {groups.map((group) => (
        <GroupLinks key={group.anchor} group={group} reference={reference} />
      ))}
      <li>
        <span class="group">More</span>
        <ul>
          {listWebhooks(docs.description).length > 0 && (
            <li>
              <a href={`${reference}#${WEBHOOKS}`}>Webhooks</a>
            </li>
          )}
          {listModels(docs.description).length > 0 && (
            <li>
              <a href={`${reference}#${MODELS}`}>Models</a>
            </li>
          )}
          <li>
            <a href={`${reference}#errors`}>Error codes</a>
          </li>
          <li>
            <a href={documentPath(docs.description)}>OpenAPI document</a>
          </li>
        </ul>
      </li>
    </ul>
  );
}

function GroupLinks({ group, reference }: { group: OperationGroup; reference: string }): VNode {
  return (
    <li>
      <a class="group" href={`${reference}#${group.anchor}`}>
        {group.name}
      </a>
      <ul>
        {group.entries.map(({ anchor, title, method }) => (
          <li key={anchor}>
            <a href={`${reference}#${anchor}`}>
              <span>{title}</span> <MethodBadge method={method} />
            </a>
          </li>
        ))}
      </ul>
    </li>
  );
}
