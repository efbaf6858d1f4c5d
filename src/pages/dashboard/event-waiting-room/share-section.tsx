import { Fragment, type VNode } from 'preact';
import type { EventWaitingRoomView as Data, ShownRoom } from './data.ts';
import { CopyField } from '../components/copy-field.tsx';
import { PageAddress } from '../components/page-address.tsx';
import { Section } from '../components/section.tsx';
import { useWaitingRoomTexts } from './texts.ts';

/** Public links: the waiting room, how the draw works, and the data to check it. */
export function ShareSection({ room, data }: { room: ShownRoom; data: Data }): VNode | null {
  const texts = useWaitingRoomTexts();
  const { addresses, event } = data;
  const isClosed = room.phase === 'closed';
  const isThere = event.state !== 'draft';
  const pages = [
    !isClosed && { label: texts.roomAddress, value: addresses.room },
    { label: texts.fairnessAddress, value: addresses.fairness },
    room.isDrawn && { label: texts.drawAddress, value: addresses.draw },
  ].filter((page) => page !== false);
  if (isClosed && !room.isDrawn) return null;
  return (
    <Section
      title={texts.share}
      intro={isThere ? (isClosed ? texts.kept : texts.shareIntro) : texts.draftNote}
      isCard
    >
      <dl class="address-list">
        {pages.map(({ label, value }) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>
              <PageAddress label={label} value={value} isThere={isThere} />
            </dd>
          </Fragment>
        ))}
        <dt>{texts.seedHash}</dt>
        <dd>
          <CopyField label={texts.seedHash} value={room.seedHash} />
        </dd>
        {room.seed !== null && (
          <>
            <dt>{texts.seed}</dt>
            <dd>
              <CopyField label={texts.seed} value={room.seed} />
            </dd>
          </>
        )}
      </dl>
      <p class="room-seed soft">{texts.seedHashHint}</p>
    </Section>
  );
}
