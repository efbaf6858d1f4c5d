import type { VNode } from 'preact';
import type { CheckInCounts, EventCheckInView as Data } from './data.ts';
import { SumUp } from '../live/sum-up.tsx';
import { Section } from '../components/section.tsx';
import { Stat, Stats } from '../components/stat.tsx';
import { useCheckInTexts, type CheckInTexts } from './texts.ts';

/** The numbers inside, came and expected: in all, by door and by ticket type. */
export function CountSection({ counts, data }: { counts: CheckInCounts; data: Data }): VNode {
  const texts = useCheckInTexts();
  const { locale } = data.event;
  const { inside, came, expected } = counts;
  const write = (count: number): string => count.toLocaleString(locale);
  const percent = (expected === 0 ? 0 : came / expected).toLocaleString(locale, { style: 'percent' });
  const byDoor = doorBars(counts, data, texts);
  const most = Math.max(1, ...byDoor.map((door) => door.came));
  return (
    <Section title={texts.now} isTitleHidden>
      <Stats>
        <Stat
          label={texts.inside}
          value={write(inside)}
          note={came > inside ? texts.leftNote(write(came - inside)) : undefined}
        />
        <Stat label={texts.came} value={write(came)} note={texts.cameNote(percent)} />
        <Stat label={texts.expected} value={write(expected)} note={texts.expectedNote} />
      </Stats>
      <SumUp text={texts.summary({ inside: write(inside), came: write(came), expected: write(expected) })} />
      <div class="check-in-bars">
        {byDoor.length > 0 && (
          <Bars
            title={texts.byDoor}
            bars={byDoor.map((door) => ({ ...door, value: door.came, of: most, text: write(door.came) }))}
          />
        )}
        {counts.types.length > 0 && (
          <Bars
            title={texts.byType}
            bars={counts.types.map((type) => ({
              id: type.ticketTypeId,
              name: data.ticketTypes.find(({ id }) => id === type.ticketTypeId)?.name ?? '',
              value: type.came,
              of: Math.max(1, type.expected),
              text: texts.cameOf({ came: write(type.came), expected: write(type.expected) }),
            }))}
          />
        )}
      </div>
    </Section>
  );
}

type DoorBar = { id: string; name: string; came: number };

/** The doors in their order, then entries elsewhere, if there are any. */
function doorBars(counts: CheckInCounts, { doors }: Data, texts: CheckInTexts): DoorBar[] {
  const isThere = new Set(doors.map(({ doorId }) => doorId));
  const sum = (some: CheckInCounts['doors']): number => some.reduce((total, { came }) => total + came, 0);
  const others = [
    {
      id: 'removed',
      name: texts.removedDoors,
      came: sum(counts.doors.filter(({ doorId }) => doorId !== null && !isThere.has(doorId))),
    },
    { id: 'none', name: texts.noDoor, came: sum(counts.doors.filter(({ doorId }) => doorId === null)) },
  ];
  return [
    ...doors.map(({ doorId, name }) => ({
      id: doorId,
      name,
      came: sum(counts.doors.filter((door) => door.doorId === doorId)),
    })),
    ...others.filter(({ came }) => came > 0),
  ];
}

type Bar = { id: string; name: string; value: number; of: number; text: string };

function Bars({ title, bars }: { title: string; bars: Bar[] }): VNode {
  return (
    <div class="check-in-bar-list">
      <h3>{title}</h3>
      <ul>
        {bars.map(({ id, name, value, of, text }) => (
          <li key={id}>
            <span dir="auto">{name}</span>
            <b>{text}</b>
            {/* The figures already say so. */}
            <progress value={value} max={of} aria-hidden="true" />
          </li>
        ))}
      </ul>
    </div>
  );
}
