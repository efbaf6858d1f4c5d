import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { commaOf } from '../../../values/comma.ts';
import { isolate } from '../../../values/isolate.ts';
import type { Guest } from '../contract.ts';
import type { Tone } from '../decide/decide-offline.ts';
import { formatTimes } from '../format-times.ts';
import type { Running } from '../running.ts';
import type { Scanner, Verdict } from '../scanner.ts';
import { AskedLines } from './asked-lines.tsx';
import { canUndo, undoScan } from '../undo-scan.ts';

// An admitted guest is past the door by then; the list of the last scans has them. Anything else stays until somebody has seen it.
const YES_SHOWN_MS = 3_000;
// With answers to read.
const YES_READ_MS = 8_000;

/** A shape each, for staff who do not see the colours: a round tick, a diamond, a clock in a square, an eight-sided stop. */
const SHAPES: Record<Tone, { ground: string; mark: string }> = {
  yes: { ground: 'M50 4a46 46 0 1 0 0 92a46 46 0 1 0 0-92', mark: 'M28 52l15 15 30-34' },
  ask: { ground: 'M50 2L98 50L50 98L2 50z', mark: 'M50 26v32M50 70v4' },
  early: {
    ground: 'M16 4h68a12 12 0 0 1 12 12v68a12 12 0 0 1-12 12H16A12 12 0 0 1 4 84V16A12 12 0 0 1 16 4z',
    mark: 'M50 24v28l19 15',
  },
  no: { ground: 'M31 4h38l27 27v38l-27 27H31L4 69V31z', mark: 'M33 33l34 34M67 33L33 67' },
};

/** Fills the screen: what to do with whoever stands there. */
export function VerdictView({ running, verdict }: { running: Running; verdict: Verdict }): VNode {
  const { scanner, sounds } = running;
  const { tone, said, choose } = verdict;
  const { word, about } = scanner.texts.said[said];
  const { actions } = scanner.texts;
  const close = (): void => {
    if (scanner.verdict.value === verdict) scanner.verdict.value = null;
  };
  useEffect(() => {
    if (tone !== 'yes') return undefined;
    const timer = setTimeout(close, verdict.guest?.asked?.length ? YES_READ_MS : YES_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [verdict]);
  const decide = async (isLetIn: boolean): Promise<void> => {
    await choose?.(isLetIn);
    if (scanner.verdict.value) sounds.play(scanner.verdict.value.tone);
  };
  const scan = scanner.recent.value.find(({ id }) => id === verdict.scanId);
  return (
    <div class="verdict" data-tone={tone} data-said={said} data-practice={verdict.isPractice}>
      <div class="saying" role="alert">
        {verdict.isPractice && <p class="practice-mark">{scanner.texts.practice.mark}</p>}
        <svg class="shape" viewBox="0 0 100 100" aria-hidden="true" focusable="false">
          <path class="ground" d={SHAPES[tone].ground} />
          <path class="mark" d={SHAPES[tone].mark} />
        </svg>
        <p class="word">{word}</p>
        {verdict.guest && <GuestLines scanner={scanner} guest={verdict.guest} />}
        <p class="about">{[about, ...moreAbout(scanner, verdict)].filter(Boolean).join(' ')}</p>
      </div>
      <div class="reach">
        {choose ? (
          <>
            <button class="second" type="button" onClick={() => void decide(false)}>
              {actions.turnAway}
            </button>
            <button class="main" type="button" onClick={() => void decide(true)}>
              {actions.letIn}
            </button>
          </>
        ) : (
          <>
            {scan && canUndo(scan) && (
              <button class="second" type="button" onClick={() => void undoScan(scanner, scan)}>
                {actions.undo}
              </button>
            )}
            <button class="main" type="button" onClick={close}>
              {actions.next}
            </button>
          </>
        )}
      </div>
    </div>
  );
}

function GuestLines({ scanner, guest }: { scanner: Scanner; guest: Guest }): VNode {
  const type = scanner.pairing.value?.about.ticketTypes.find(({ id }) => id === guest.ticketTypeId);
  return (
    <>
      <p class="name" dir="auto">
        {guest.firstName} {guest.lastName}
      </p>
      <p class="type" dir="auto">
        {[type && isolate(type.name, scanner.language), guest.seat && nameSeat(guest.seat, scanner)]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <AskedLines scanner={scanner} guest={guest} />
    </>
  );
}

function nameSeat({ section, row, seat }: NonNullable<Guest['seat']>, { texts, language }: Scanner): string {
  const { row: sayRow, seat: saySeat } = texts.verdict.seat;
  return [section && isolate(section, language), row && sayRow(row), seat && saySeat(seat)]
    .filter(Boolean)
    .join(commaOf(language));
}

function moreAbout(scanner: Scanner, { other, otherEventName, isOffline, said }: Verdict): string[] {
  const { event, before, beforeAt, offline } = scanner.texts.verdict;
  const { clock } = formatTimes(scanner.language, scanner.pairing.value?.about.event.timezone ?? 'UTC');
  const asOf = scanner.pairing.value?.asOf;
  return [
    said === 'too_early' ? tellOpening(scanner) : '',
    other
      ? `${other.door === null ? before(clock(other.at)) : beforeAt({ door: other.door, at: clock(other.at) })}.`
      : '',
    otherEventName === null ? '' : event(otherEventName),
    isOffline ? `${offline}.` : '',
    said === 'not_listed' && asOf ? `${scanner.texts.status.list(clock(asOf))}.` : '',
  ];
}

/** With its day, where that is not today. */
function tellOpening(scanner: Scanner): string {
  const opensAt = scanner.opensLater();
  if (opensAt === null) return '';
  const times = formatTimes(scanner.language, scanner.pairing.value?.about.event.timezone ?? 'UTC');
  const { opensToday, opensOn } = scanner.texts.verdict;
  return times.isSameDay(opensAt, scanner.serverTimeOf(Date.now()))
    ? opensToday(times.clock(opensAt))
    : opensOn(times.day(opensAt));
}
