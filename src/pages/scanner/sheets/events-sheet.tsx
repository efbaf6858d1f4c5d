import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { SheetFrame } from '../components/sheet.tsx';
import { formatTimes } from '../format-times.ts';
import type { Scanner } from '../scanner.ts';
import type { Pairing } from '../store/open-store.ts';
import { countWaiting } from '../store/scans.ts';

/** The phone's events: which one is scanned, and how far the others have come. */
export function EventsSheet({ scanner }: { scanner: Scanner }): VNode {
  const { texts } = scanner;
  const pairing = scanner.pairing.value;
  return (
    <SheetFrame scanner={scanner} title={texts.events.title}>
      <ul class="events">
        {pairing && (
          <li>
            <EventLines scanner={scanner} pairing={pairing} />
            <b>{texts.events.now}</b>
          </li>
        )}
        {scanner.others.value.map((other) => (
          <OtherEvent key={other.about.event.id} scanner={scanner} pairing={other} />
        ))}
      </ul>
      <p class="soft">{texts.events.add}</p>
    </SheetFrame>
  );
}

function OtherEvent({ scanner, pairing }: { scanner: Scanner; pairing: Pairing }): VNode {
  const { texts } = scanner;
  const { id, name } = pairing.about.event;
  const [isAsked, setAsked] = useState(false);
  const [waiting, setWaiting] = useState<number | null>(null);
  useEffect(() => {
    void countWaiting(scanner.store, id).then(setWaiting);
  }, [id]);
  if (isAsked)
    return (
      <li>
        <EventLines scanner={scanner} pairing={pairing} />
        <p role="alert">{texts.events.needsLink}</p>
        <span class="ways">
          <button class="second" type="button" onClick={() => void scanner.end(pairing, null)}>
            {texts.events.remove}
          </button>
          <button class="main" type="button" onClick={() => setAsked(false)}>
            {texts.events.keep}
          </button>
        </span>
      </li>
    );
  return (
    <li>
      <EventLines scanner={scanner} pairing={pairing} waiting={waiting ?? 0} />
      <span class="ways">
        {/* With scans that nobody has yet, it stays: they are sent while the phone has the event. */}
        {waiting === 0 && (
          <button
            class="second"
            type="button"
            aria-label={texts.events.removeEvent(name)}
            onClick={() => setAsked(true)}
          >
            {texts.events.remove}
          </button>
        )}
        <button
          class="main"
          type="button"
          aria-label={texts.events.scanEvent(name)}
          onClick={() => void scanner.choose(id)}
        >
          {texts.events.scan}
        </button>
      </span>
    </li>
  );
}

function EventLines({
  scanner,
  pairing,
  waiting = 0,
}: {
  scanner: Scanner;
  pairing: Pairing;
  waiting?: number;
}): VNode {
  const { event, door } = pairing.about;
  const { status } = scanner.texts;
  const { clock } = formatTimes(scanner.language, event.timezone);
  const facts = [
    door.name,
    pairing.asOf ? status.list(clock(pairing.asOf)) : status.noList,
    waiting > 0 && status.waiting(waiting),
  ];
  return (
    <span dir="auto">
      <b>{event.name}</b>
      <br />
      {facts.filter(Boolean).join(' · ')}
    </span>
  );
}
