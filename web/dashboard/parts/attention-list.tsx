import type { VNode } from 'preact';
import type { AttentionItem } from '../../../src/dashboard/home/home-view.ts';
import { Icon } from '../../shared/icon.tsx';
import { alertIcon } from '../../shared/icons.ts';
import { useDashboard } from '../dashboard.ts';
import { Moment } from './moment.tsx';
import { Section } from './section.tsx';

/** What waits for a person, ahead of everything else. */
export function AttentionList({ items }: { items: readonly AttentionItem[] }): VNode {
  const { texts } = useDashboard();
  return (
    <Section title={texts.home.attention}>
      <ul class="attention">
        {items.map((item) => (
          <li key={`${item.kind} ${item.subject} ${item.since}`}>
            <Icon path={alertIcon} />
            <Attention item={item} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Attention({ item }: { item: AttentionItem }): VNode {
  const { texts } = useDashboard();
  const { what, todo, go } = texts.home.troubles[item.kind];
  return (
    <div>
      <p>
        <strong>{what(item.subject, item.count)}</strong>
        {item.since !== null && (
          <span class="soft">
            {' '}
            {texts.home.since} <Moment at={item.since} />
          </span>
        )}
      </p>
      {item.detail !== null && <p class="soft attention-detail">{texts.home.said(item.detail)}</p>}
      <p>
        {todo} {item.href !== null && <a href={item.href}>{go}</a>}
      </p>
    </div>
  );
}
