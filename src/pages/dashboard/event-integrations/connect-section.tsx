import type { VNode } from 'preact';
import type { EventIntegrationsView as Data } from './data.ts';
import { useDashboard } from '../dashboard.ts';
import { CopyBlock } from '../components/copy-block.tsx';
import { CopyField } from '../components/copy-field.tsx';
import { Section } from '../components/section.tsx';
import { Tabs } from '../components/tabs.tsx';
import { useEventIntegrationsTexts } from './texts.ts';

/** Receivers to copy, and a link to the key that checks signatures. */
export function SamplesSection({ samples }: { samples: Data['samples'] }): VNode {
  const texts = useEventIntegrationsTexts();
  const { page } = useDashboard();
  const isOwner = page.powers.includes('private_key.manage');
  return (
    <Section title={texts.samples} intro={texts.samplesIntro}>
      <Tabs
        label={texts.languages}
        tabs={samples.map(({ name, file, code }) => ({
          name,
          content: <CopyBlock key={file} label={file} text={code} />,
        }))}
      />
      <p class="above-s">
        {isOwner ? texts.privateKeyOwner : texts.privateKeyOthers}{' '}
        {isOwner && (
          <a class="tap" href={page.inHost('/keys')}>
            {texts.keysLink}
          </a>
        )}
      </p>
      <p class="soft">{texts.rotating}</p>
    </Section>
  );
}

/** Everything that an API call needs. */
export function ConnectSection({ data }: { data: Data }): VNode {
  const texts = useEventIntegrationsTexts();
  const { page } = useDashboard();
  const { connect, event } = data;
  const facts = [
    { label: texts.apiUrl, value: connect.apiUrl },
    { label: texts.slug, value: event.slug },
    ...connect.keys.map(({ name, key }) => ({ label: texts.publicKey(name), value: key })),
  ];
  return (
    <Section title={texts.connect} intro={texts.connectIntro}>
      <dl class="address-list">
        {facts.map(({ label, value }) => (
          <div key={value}>
            <dt>{label}</dt>
            <dd>
              <CopyField label={label} value={value} />
            </dd>
          </div>
        ))}
      </dl>
      {connect.keys.length === 0 && <p>{texts.noKeys}</p>}
      <p class="cluster connect-links">
        <a class="tap" href={connect.docsUrl}>
          {texts.docs}
        </a>
        {page.powers.includes('keys.manage') && (
          <a class="tap" href={page.inHost('/keys')}>
            {texts.keysLink}
          </a>
        )}
        {page.powers.includes('events.change') && (
          <a class="tap" href={page.inHost(`/events/${event.eventId}/embed`)}>
            {texts.embed}
          </a>
        )}
      </p>
    </Section>
  );
}
