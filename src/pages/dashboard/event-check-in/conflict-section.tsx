import type { VNode } from 'preact';
import type { ShownConflict, ShownEntry } from './data.ts';
import type { ShownEvent } from '../event-layout/data.ts';
import { useDashboard } from '../dashboard.ts';
import { Section } from '../components/section.tsx';
import { StatusBadge } from '../components/status-badge.tsx';
import { TicketOf } from './ticket-of.tsx';
import { ScanMoment } from './scan-moment.tsx';
import { useCheckInTexts } from './texts.ts';
import { UndoButton } from './undo-button.tsx';

type Props = {
  conflicts: ShownConflict[];
  /** Includes those that are not listed here. */
  count: number;
  event: ShownEvent;
};

/** Decisions of offline phones that contradict each other: both times, doors and devices, and what to do. */
export function ConflictSection({ conflicts, count, event }: Props): VNode {
  const texts = useCheckInTexts();
  const { page } = useDashboard();
  const rest = count - conflicts.length;
  return (
    <Section
      title={`${texts.conflicts} (${count.toLocaleString(event.locale)})`}
      intro={texts.conflictsIntro}
    >
      <ul class="stack gap-s check-in-conflicts">
        {conflicts.map((conflict) => (
          <li key={conflict.scanId}>
            <Conflict conflict={conflict} event={event} />
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <p>
          <a href={page.inHost(`/events/${event.eventId}/check-in/scans?outcome=conflict`)}>
            {texts.moreConflicts(rest)}
          </a>
        </p>
      )}
    </Section>
  );
}

function Conflict({ conflict, event }: { conflict: ShownConflict; event: ShownEvent }): VNode {
  const texts = useCheckInTexts();
  const { guest, before, why, scanId } = conflict;
  const name = guest ? `${guest.firstName} ${guest.lastName}` : texts.unknownGuest;
  return (
    <article class="panel stack start gap-s check-in-conflict">
      <header>
        <h3 dir="auto">{name}</h3>
        <StatusBadge tone="bad">{texts.why[why]}</StatusBadge>
      </header>
      {guest && (
        <p class="soft" dir="auto">
          <TicketOf guest={guest} />
        </p>
      )}
      <dl>
        {before && <Entry label={texts.firstEntry} entry={before} event={event} />}
        <Entry label={before ? texts.secondEntry : texts.onlyEntry} entry={conflict} event={event} />
      </dl>
      <p>{texts.whatToDo[why]}</p>
      <UndoButton eventId={event.eventId} scanId={scanId} name={name} />
    </article>
  );
}

function Entry({ label, entry, event }: { label: string; entry: ShownEntry; event: ShownEvent }): VNode {
  return (
    <div>
      <dt>{label}</dt>
      <dd dir="auto">
        <ScanMoment at={entry.at} event={event} />
        {entry.door !== null && ` · ${entry.door}`}
        {entry.device !== null && ` · ${entry.device}`}
      </dd>
    </div>
  );
}
