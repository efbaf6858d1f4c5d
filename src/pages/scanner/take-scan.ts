import { entryKeys, openEntry, shortOf, type GuestEntry } from '../../rules/guest-entry.ts';
import { MAX_CODE_CHARACTERS, tookEffect, type ScanHow, type ScanOutcome } from '../../rules/scan.ts';
import { toShortCode } from '../../rules/short-code.ts';
import { mintId } from '../shared/mint-id.ts';
import { toBase64url } from './codes/base64url.ts';
import { isSigned } from './codes/is-signed.ts';
import type { Scanned } from './codes/read-scanned.ts';
import type { EntryState, FoundGuest, Guest, SentScan, TakenScan } from './contract.ts';
import {
  decideOffline,
  isQuestion,
  stateAfter,
  toneOf,
  type Question,
  type Said,
} from './decide/decide-offline.ts';
import { isPractising, notePractised, practisedState } from './practice.ts';
import type { Scanner, Verdict } from './scanner.ts';
import { findByShort, findEntry, type FoundEntry } from './store/entries.ts';
import type { KeptScan } from './store/kept-scan.ts';
import type { Pairing } from './store/open-store.ts';
import { findAsking, keepAnswer, keepScan } from './store/scans.ts';
import { isOut, isRefused } from './sync/call-scanner.ts';
import { askFor } from './sync/send-scans.ts';

// A guest stands there. After this the phone decides by itself, and does not ask again until the server has answered something.
const PATIENCE_MS = 2_500;

/** A ticket, as far as the phone can tell what it is. */
type Subject = {
  how: ScanHow;
  /** Sent to the server. */
  read: Pick<SentScan, 'code' | 'shortCode' | 'ticketId'>;
  /** Of the code. */
  signature: string | null;
  find: string | null;
  state: EntryState | null;
  isDisputed: boolean;
  isForResale: boolean;
  guest: Guest | null;
  /** Whether it was signed for this event. */
  isProven: boolean;
  /** As far as the phone knows. */
  cameIn: Verdict['other'];
};

/** Looks at what was scanned, says what to do, and has it on disk before it says so. */
export async function takeScanned(
  scanner: Scanner,
  scanned: Exclude<Scanned, { kind: 'link' }>,
): Promise<void> {
  const pairing = scanner.pairing.value;
  if (!pairing) return;
  if (scanned.kind === 'other') {
    show(scanner, NOTHING);
    return;
  }
  await take(
    scanner,
    pairing,
    scanned.kind === 'ticket'
      ? await subjectOfCode(scanner, pairing, scanned)
      : await subjectOfShortCode(scanner, pairing, scanned.number),
  );
}

/** A guest who was found by name, online. */
export async function takeFound(scanner: Scanner, found: FoundGuest): Promise<void> {
  const pairing = scanner.pairing.value;
  if (!pairing) return;
  const { ticketId } = found;
  const read = { ticketId };
  await take(scanner, pairing, {
    how: 'name',
    read,
    signature: null,
    find: null,
    state: stateOfFound(found),
    isDisputed: false,
    isForResale: false,
    guest: found,
    isProven: true,
    cameIn: null,
  });
}

export const stateOfFound = ({ state, leftAt }: FoundGuest): EntryState =>
  state === 'came_in' ? (leftAt === null ? 'in' : 'out') : state;

async function subjectOfCode(
  scanner: Scanner,
  { about }: Pairing,
  { code, parts }: Extract<Scanned, { kind: 'ticket' }>,
): Promise<Subject> {
  const eventId = about.event.id;
  const { find, key } = await entryKeys(eventId, parts.serial);
  const [isProven, found] = await Promise.all([
    isSigned(parts, { eventId, verifyKeys: about.verifyKeys }),
    findEntry(scanner.store, { eventId, find }),
  ]);
  const guest = isProven ? await guestIn(found.entry, key) : null;
  const read = { code: code.slice(0, MAX_CODE_CHARACTERS) };
  const signature = toBase64url(parts.signature);
  return {
    how: 'code',
    read,
    signature,
    find,
    state: found.state,
    isDisputed: found.entry?.isDisputed ?? false,
    isForResale: found.entry?.isForResale ?? false,
    guest,
    isProven,
    cameIn: cameInBy(scanner, found),
  };
}

/** Null if there is no entry, or nobody in it. */
async function guestIn(entry: GuestEntry | null, key: CryptoKey): Promise<Guest | null> {
  const { find, sealed } = entry ?? { find: '', sealed: null };
  // An entry that does not open proves nothing against the ticket: its signature is good.
  return sealed === null ? null : openEntry({ find, sealed }, key).catch(() => null);
}

async function subjectOfShortCode(scanner: Scanner, { about }: Pairing, number: number): Promise<Subject> {
  const shortCode = toShortCode(number);
  const eventId = about.event.id;
  const found = await findByShort(scanner.store, { eventId, short: await shortOf(eventId, number) });
  // Of two that share the digits, the one that may still come in: the person at the door looks at the ticket anyway.
  const best = found.find(({ state }) => state === 'good' || state === 'out') ?? found[0];
  return {
    how: 'short_code',
    read: { shortCode },
    signature: null,
    find: best?.find ?? null,
    state: best?.state ?? null,
    isDisputed: best?.entry?.isDisputed ?? false,
    isForResale: best?.entry?.isForResale ?? false,
    guest: null,
    isProven: false,
    cameIn: best ? cameInBy(scanner, best) : null,
  };
}

/** When and where the guest came in, by this phone's own scan or by its list, whichever is later. */
function cameInBy(scanner: Scanner, { entry, letInHere }: FoundEntry): Subject['cameIn'] {
  const here = letInHere && {
    door: letInHere.doorName ?? null,
    at: scanner.serverTimeOf(letInHere.atMs).toISOString(),
  };
  if (entry?.state !== 'in' || entry.at === null || (here && here.at >= entry.at)) return here;
  const doors = scanner.pairing.value?.about.doors ?? [];
  return { door: doors.find(({ id }) => id === entry.door)?.name ?? null, at: entry.at };
}

async function take(scanner: Scanner, pairing: Pairing, subject: Subject): Promise<void> {
  if (isPractising(scanner)) {
    practise(scanner, pairing, subject);
    return;
  }
  const scan = await beginScan(scanner, pairing, subject);
  if (scanner.contact.value.isOnline && (await askServer(scanner, pairing, subject, scan))) return;
  // By name there is nobody to be found with no network.
  if (subject.how === 'name') return;
  await decide(scanner, pairing, subject, scan);
}

async function beginScan(scanner: Scanner, { about }: Pairing, subject: Subject): Promise<KeptScan> {
  const { how, find, state, guest, read } = subject;
  const kind = scanner.direction.value;
  const asked = find === null ? null : await findAsking(scanner.store, { find, kind });
  return {
    id: asked?.id ?? mintId(),
    eventId: about.event.id,
    phase: 'asking',
    kind,
    how,
    atMs: Date.now(),
    verdict: null,
    said: null,
    before: state,
    ...(find !== null && { find }),
    ticketId: guest?.ticketId ?? null,
    signature: null,
    code: null,
    shortCode: null,
    undoes: null,
    isUndone: false,
    note: guest?.orderReference ?? read.shortCode ?? read.code?.slice(1, 9) ?? '',
    conflict: null,
    doorName: about.door.name,
  };
}

/** True where the server has answered, and the answer is shown. */
async function askServer(
  scanner: Scanner,
  pairing: Pairing,
  subject: Subject,
  scan: KeptScan,
): Promise<boolean> {
  const { id, kind, how, atMs } = scan;
  await keepScan(scanner.store, scan);
  try {
    const sent = { id, kind, how, at: new Date(atMs).toISOString(), verdict: null, ...subject.read };
    const answer = await askFor(scanner, pairing, { scan: sent, patienceMs: PATIENCE_MS });
    scanner.setOnline(true);
    if (!answer) return false;
    if (answer.outcome === 'wait') {
      show(scanner, { ...NOTHING, said: 'wait', tone: 'ask' });
      return true;
    }
    await showAnswer(scanner, scan, answer);
    return true;
  } catch (error) {
    if (isOut(error)) {
      await scanner.end(pairing, error.code);
      return true;
    }
    if (isRefused(error) && error.code === 'rate_limited' && subject.how === 'short_code') {
      show(scanner, { ...NOTHING, said: 'wait', tone: 'ask' });
      return true;
    }
    if (!isRefused(error)) scanner.setOnline(false);
    return false;
  }
}

async function showAnswer(scanner: Scanner, scan: KeptScan, answer: TakenScan): Promise<void> {
  const { outcome: said, guest, other, otherEventName } = answer;
  const state = stateAfter(said);
  if (scan.find && state) scanner.news.push([scan.find, state]);
  const note = guest?.orderReference ?? scan.note;
  await keepAnswer(scanner.store, { ...scan, said, note, ticketId: guest?.ticketId ?? null }, state);
  if (guest) scanner.names.set(scan.id, guest);
  await scanner.refreshCounts();
  // The hours that this phone knows may be old ones.
  if (said === 'too_early') scanner.syncNow();
  show(scanner, { ...NOTHING, scanId: scan.id, said, tone: toneOf(said), guest, other, otherEventName });
}

function decideByList(
  scanner: Scanner,
  about: Pairing['about'],
  { guest, isProven, how, state, isDisputed, isForResale, isTooEarly }: Subject & { isTooEarly: boolean },
): ScanOutcome | Question {
  const isForged = how === 'code' && !isProven;
  if (isForged) return 'unknown';
  return decideOffline({
    kind: scanner.direction.value,
    isProven,
    state,
    ticketTypeId: guest?.ticketTypeId ?? null,
    doorTicketTypeIds: about.door.ticketTypeIds,
    allowsReentry: about.rules.allowsReentry,
    isDisputed,
    isForResale,
    isTooEarly,
  });
}

/** Says what it would say on the night, by the list: nothing is kept, sent or counted. */
function practise(scanner: Scanner, { about }: Pairing, subject: Subject): void {
  const state = practisedState(subject.find) ?? subject.state;
  const said = decideByList(scanner, about, { ...subject, state, isTooEarly: false });
  const { guest } = subject;
  const verdict: Verdict = { ...NOTHING, said, tone: toneOf(said), guest, isPractice: true };
  if (!isQuestion(said)) {
    notePractised(subject.find, tookEffect(said) ? stateAfter(said) : null);
    show(scanner, verdict);
    return;
  }
  const letIn: ScanOutcome = scanner.direction.value === 'exit' ? 'left' : 'admitted';
  const choose = async (isLetIn: boolean): Promise<void> => {
    const chosen = isLetIn ? letIn : 'refused';
    notePractised(subject.find, isLetIn ? stateAfter(letIn) : null);
    show(scanner, { ...verdict, said: chosen, tone: toneOf(chosen), choose: null });
  };
  show(scanner, { ...verdict, choose });
}

async function decide(scanner: Scanner, { about }: Pairing, subject: Subject, scan: KeptScan): Promise<void> {
  const { guest } = subject;
  const said = decideByList(scanner, about, { ...subject, isTooEarly: scanner.opensLater() !== null });
  const verdict: Verdict = {
    ...NOTHING,
    scanId: scan.id,
    said,
    tone: toneOf(said),
    guest,
    other: said === 'already_used' ? subject.cameIn : null,
    isOffline: true,
  };
  const keep = async (isLetIn: boolean, shown: Said): Promise<void> => {
    const { code = null, shortCode = null } = subject.read;
    const decided = { phase: 'waiting', verdict: isLetIn ? 'admitted' : 'refused', said: shown } as const;
    const shownBy =
      scan.ticketId === null ? { code, shortCode } : { signature: subject.signature, shortCode };
    await keepScan(scanner.store, { ...scan, ...decided, ...shownBy });
    if (guest) scanner.names.set(scan.id, guest);
    await scanner.refreshCounts();
    if (scanner.contact.value.isOnline) scanner.syncNow();
  };
  if (!isQuestion(said)) {
    await keep(tookEffect(said), said);
    show(scanner, verdict);
    return;
  }
  const letIn: ScanOutcome = scan.kind === 'exit' ? 'left' : 'admitted';
  show(scanner, {
    ...verdict,
    choose: async (isLetIn) => {
      await keep(isLetIn, isLetIn ? letIn : 'refused');
      const chosen = isLetIn ? letIn : 'refused';
      show(scanner, { ...verdict, said: chosen, tone: toneOf(chosen), choose: null });
    },
  });
}

const NOTHING: Verdict = {
  scanId: null,
  tone: 'no',
  said: 'no_ticket',
  guest: null,
  other: null,
  otherEventName: null,
  isOffline: false,
  isPractice: false,
  choose: null,
};

function show(scanner: Scanner, verdict: Verdict): void {
  scanner.sheet.value = null;
  scanner.verdict.value = verdict;
}
