import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { Icon } from '../../shared/icon.tsx';
import { outIcon } from '../../shared/icons.ts';
import { setApart } from '../../shared/set-apart.ts';
import { useDashboard } from '../dashboard.ts';
import { BusyButton } from '../components/busy-button.tsx';
import { CopyField } from '../components/copy-field.tsx';
import { EventMoment } from '../components/event-moment.tsx';
import { Section } from '../components/section.tsx';
import type { ShownEvent } from '../event-layout/data.ts';
import { PREVIEW_DAYS } from './bodies.ts';
import type { ShownPreview } from '../event-layout/preview-data.ts';
import { usePreviewTexts } from './preview-texts.ts';

type Props = { event: ShownEvent; preview: ShownPreview };

/** A draft as buyers will see it: for the member, and by a link for others. */
export function PreviewSection({ event, preview }: Props): VNode {
  const words = usePreviewTexts();
  const open = (href: string, label: string): VNode => (
    <a class="second" href={href} target="_blank" rel="noopener noreferrer">
      {label}
      <Icon path={outIcon} />
    </a>
  );
  return (
    <Section title={words.title} intro={words.intro} isCard>
      <div class="stack gap-s">
        <div class="actions">
          {open(preview.pageUrl, words.page)}
          {open(preview.checkoutUrl, words.checkout)}
        </div>
        <h3>{words.forOthers}</h3>
        {preview.link ? <SharedLink event={event} link={preview.link} /> : <p class="soft">{words.noLink}</p>}
        <MakeLink event={event} hasLink={preview.link !== null} />
      </div>
    </Section>
  );
}

function SharedLink({ event, link }: { event: ShownEvent; link: NonNullable<ShownPreview['link']> }): VNode {
  const words = usePreviewTexts();
  return (
    <>
      <CopyField label={words.link} value={link.address} />
      <p class="soft">
        {setApart(
          words.worksUntil,
          <EventMoment at={link.expiresAt} timezone={event.timezone} locale={event.locale} />,
        )}
      </p>
    </>
  );
}

function MakeLink({ event, hasLink }: { event: ShownEvent; hasLink: boolean }): VNode {
  const words = usePreviewTexts();
  const { send, page } = useDashboard();
  const days = useSignal<(typeof PREVIEW_DAYS)[number]>(7);
  const address = page.inHost(`/events/${event.eventId}/preview-link`);
  return (
    <div class="actions choose-first">
      <div class="field">
        <label for="preview-days">{words.worksFor}</label>
        <select
          id="preview-days"
          value={days.value}
          onChange={({ currentTarget }) =>
            (days.value = PREVIEW_DAYS.find((count) => count === Number(currentTarget.value)) ?? 7)
          }
        >
          {PREVIEW_DAYS.map((count) => (
            <option key={count} value={count} selected={count === days.value}>
              {words.days(count)}
            </option>
          ))}
        </select>
      </div>
      <BusyButton
        class="second"
        onPress={() =>
          send(address, { body: { days: days.value }, told: hasLink ? words.replaced : words.made })
        }
      >
        {hasLink ? words.replace : words.make}
      </BusyButton>
      {hasLink && (
        <BusyButton class="second" onPress={() => send(address, { method: 'DELETE', told: words.revoked })}>
          {words.revoke}
        </BusyButton>
      )}
    </div>
  );
}
