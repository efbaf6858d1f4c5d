import type { VNode } from 'preact';
import type { ShownRoom } from './data.ts';
import type { ShownEvent } from '../event-layout/data.ts';
import { Message } from '../../shared/message.tsx';
import { SumUp } from '../live/sum-up.tsx';
import { Ago } from '../components/ago.tsx';
import { EventMoment } from '../components/event-moment.tsx';
import { Section } from '../components/section.tsx';
import { Stat, Stats } from '../components/stat.tsx';
import { useWaitingRoomTexts } from './texts.ts';

type Props = { room: ShownRoom; event: ShownEvent };

/** The current figures, and notes on anything unusual. */
export function NowSection({ room, event }: Props): VNode {
  const texts = useWaitingRoomTexts();
  return (
    <Section title={texts.now} isTitleHidden>
      {room.isDrawn ? <Drawn room={room} event={event} /> : <LiningUp room={room} event={event} />}
    </Section>
  );
}

function LiningUp({ room, event }: Props): VNode {
  const texts = useWaitingRoomTexts();
  const inLine = room.waiting.toLocaleString(event.locale);
  return (
    <>
      <Stats>
        <Stat label={texts.inLine} value={inLine} note={texts.inLineNote} />
        <Stat
          label={texts.draw}
          value={<EventMoment at={room.drawsAt} timezone={event.timezone} locale={event.locale} />}
          note={<Ago at={room.drawsAt} />}
          isWide
        />
      </Stats>
      <SumUp text={texts.lineSummary(inLine)} />
    </>
  );
}

function Drawn({ room, event }: Props): VNode {
  const texts = useWaitingRoomTexts();
  const { waiting, inside, letIn, late, phase, settings } = room;
  const write = (count: number): string => count.toLocaleString(event.locale);
  const perMinute = rateOf(room);
  return (
    <>
      <Stats>
        <Stat
          label={texts.waiting}
          value={write(waiting)}
          note={
            phase === 'letting_in' &&
            waiting > 0 &&
            !isFull(room) &&
            texts.waitingNote(Math.ceil(waiting / Math.max(perMinute, 1)))
          }
        />
        <Stat
          label={texts.inside}
          value={write(inside)}
          note={texts.insideNote(write(settings.mostInside))}
        />
        <Stat
          label={texts.aMinute}
          value={write(perMinute)}
          note={perMinute !== settings.perMinute && texts.aMinuteNote(write(settings.perMinute))}
        />
        <Stat label={texts.letIn} value={write(letIn)} note={late > 0 && texts.lateNote(write(late))} />
      </Stats>
      <SumUp text={texts.summary({ waiting: write(waiting), inside: write(inside), letIn: write(letIn) })} />
      <Notes room={room} event={event} />
    </>
  );
}

/** The current number of people let in per minute. */
const rateOf = ({ phase, pace, settings }: ShownRoom): number =>
  phase === 'paused' ? 0 : Math.round(settings.perMinute * pace);

/** Whether the maximum is reached: then the rate says nothing about the wait. */
const isFull = ({ inside, settings }: ShownRoom): boolean => inside >= settings.mostInside;

/** Notes that explain the figures; screen readers announce each once, when it begins. */
function Notes({ room, event }: Props): VNode {
  const texts = useWaitingRoomTexts();
  const { phase, pace, waiting } = room;
  const isRunning = phase === 'letting_in';
  return (
    <div class="stack gap-s room-notes" role="status">
      {phase === 'paused' && <Message tone="warn">{texts.isPaused}</Message>}
      {isRunning && pace < 1 && (
        <Message tone="warn">
          {texts.isSlowed(pace.toLocaleString(event.locale, { style: 'percent', maximumFractionDigits: 0 }))}
        </Message>
      )}
      {isRunning && waiting > 0 && isFull(room) && <p class="soft">{texts.isFull}</p>}
    </div>
  );
}
