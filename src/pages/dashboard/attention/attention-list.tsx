import type { VNode } from 'preact';
import type { AttentionItem } from './data.ts';
import { Icon } from '../../shared/icon.tsx';
import { alertIcon } from '../../shared/icons.ts';
import { Moment } from '../components/moment.tsx';
import { Section } from '../components/section.tsx';
import { useAttentionTexts } from './texts.ts';

/** Things that need a person come before everything else. */
export function AttentionList({ items }: { items: readonly AttentionItem[] }): VNode {
  const texts = useAttentionTexts();
  return (
    <Section title={texts.attention}>
      <ul class="stack tiles attention">
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
  const texts = useAttentionTexts();
  const { todo, go } = texts.troubles[item.kind];
  return (
    <div>
      <p>
        <strong>{texts.what(item.kind, item)}</strong>
        {typeof item.dueAt === 'string' && (
          <>
            {' '}
            {texts.due} <Moment at={item.dueAt} />
          </>
        )}
        {item.since !== null && (
          <span class="soft">
            {' '}
            {texts.since} <Moment at={item.since} />
          </span>
        )}
      </p>
      {item.detail !== null && <p class="soft attention-detail">{texts.said(item.detail)}</p>}
      <p>
        {todo}{' '}
        {item.href !== null && (
          <a class="tap" href={item.href}>
            {go}
          </a>
        )}
      </p>
    </div>
  );
}
