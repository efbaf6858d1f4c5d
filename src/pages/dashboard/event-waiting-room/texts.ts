import type { RoomPhase } from '../../../rules/waiting-room.ts';
import { plural } from '../texts/en/words.ts';
import { pageTexts } from '../texts/page-texts.ts';

const people = (count: number): string => plural(count, 'person', 'people');

const en = {
  phases: {
    line_up: 'Lining up',
    letting_in: 'Letting in',
    paused: 'Paused',
    closed: 'Closed',
  } satisfies Record<RoomPhase, string>,

  off: 'For a rush of buyers',
  offText:
    'Before the sale starts people line up, and at the start the order is drawn by lot: being there early, or with a fast machine, gains nothing. Then they are let in at the rate that you choose, and nobody buys without their turn.',
  another: 'Open another one',
  anotherText:
    'It begins with an empty line. The report above and the list of the draw go with the room that it replaces.',
  open: 'Open the waiting room',
  opened: 'The waiting room is open. Share its address.',
  over: 'The event is over: nobody has to wait for it any more.',
  askManager: 'An owner or a manager of this host can open one.',

  drawsAt: 'Draw',
  drawsAtHint: 'Until then people line up in no order. Then the order is drawn, and they are let in.',
  beforeSale: (when: string) =>
    `Nothing is on sale before ${when}: who is let in earlier finds nothing to buy.`,
  perMinute: 'People let in a minute',
  perMinuteHint: 'Fewer for as long as the service is slow to hold tickets: you are told when.',
  mostInside: 'Most inside at once',
  mostInsideHint:
    'Who chooses and pays at the same time. With no more than there are tickets, everybody inside can get one.',
  admissionMinutes: 'Minutes to begin',
  admissionMinutesHint: 'Who is let in and has put nothing into a cart by then lines up again, at the end.',
  asksEmail: 'Ask for an e-mail address',
  asksEmailHint:
    'One place for each address, confirmed by a link that we e-mail, and the tickets are bought with it. Can’t be changed once people are in line.',
  yes: 'Yes',
  no: 'No',

  now: 'At this moment',
  inLine: 'In line',
  inLineNote: 'All with the same chance',
  draw: 'Draw',
  waiting: 'Waiting',
  waitingNote: (minutes: number) =>
    minutes > 90
      ? `About ${plural(Math.round(minutes / 60), 'hour', 'hours')} at this rate`
      : `About ${plural(minutes, 'minute', 'minutes')} at this rate`,
  inside: 'Inside',
  insideNote: (most: string) => `Of ${most} at most`,
  aMinute: 'Let in a minute',
  aMinuteNote: (set: string) => `${set} is what you set`,
  letIn: 'Let in so far',
  lateNote: (late: string) => `${late} of all came after the draw`,
  summary: ({ waiting, inside, letIn }: { waiting: string; inside: string; letIn: string }) =>
    `${waiting} waiting, ${inside} inside, ${letIn} let in so far.`,
  lineSummary: (inLine: string) => `${inLine} in line.`,
  isPaused:
    'Nobody is let in for now, but whom you let in yourself. Who is inside goes on buying, and nobody loses a place.',
  isSlowed: (percent: string) =>
    `The service is late to hold tickets, so people are let in at ${percent} of your rate. That goes up again by itself.`,
  isFull: 'As many are inside as you allow: the next ones come in as these buy or leave.',

  control: 'Letting people in',
  pause: 'Pause',
  paused: 'Paused: nobody is let in until you go on.',
  resume: 'Go on letting in',
  resumed: 'People are let in again.',
  letInNow: 'Let in at once',
  letInCount: 'How many more',
  letInHint:
    'The next in line, on top of the rate, and while the room is paused too. Never more inside than you allow.',
  letInDone: (count: number) =>
    `The next ${people(count)} ${count === 1 ? 'is' : 'are'} let in within seconds, as far as there is room inside.`,

  close: 'Close the room',
  closeSection: 'Close',
  closeIntro: 'When the rush is over: from then on everybody buys without waiting.',
  closeTitle: 'Close the waiting room?',
  closeBeforeDraw: (inLine: number) =>
    inLine === 0
      ? 'Nobody is in line yet. Tickets are then sold to whoever comes, as their sale dates say. The room can’t be opened again: another one begins anew.'
      : `${plural(inLine, 'person is', 'people are')} in line: there is no draw, and they lose their places. Tickets are then sold to whoever comes first, as their sale dates say. The room can’t be opened again: another one begins with an empty line.`,
  closeText: (waiting: number) =>
    waiting === 0
      ? 'Nobody waits. From now on everybody buys without waiting. The room can’t be opened again: another one begins with an empty line.'
      : `${plural(waiting, 'person still waits', 'people still wait')}: they lose their places, and all can buy at once, whoever is first. The room can’t be opened again: another one begins with an empty line.`,
  keep: 'Keep it open',
  closed: 'The waiting room is closed. Everybody can buy now.',

  settings: 'Settings',
  settingsIntro: 'What you save counts at once.',
  settingsDrawn: 'The order is drawn: when, and whether an e-mail address is asked for, stay as they are.',

  share: 'To share',
  shareIntro:
    'The event’s own page and your checkout lead to the room too, for as long as it is open; shops that use the API are told to send buyers there.',
  roomAddress: 'Waiting room',
  fairnessAddress: 'Why it is fair',
  drawAddress: 'List of the draw',
  seedHash: 'Hash of the seed',
  seedHashHint:
    'The order is drawn from a secret number, the seed. Its hash is public from the first and the seed after the draw, so anybody can check that nobody has chosen the order.',
  seed: 'Seed',
  draftNote: 'Nobody sees these pages before the event is published.',

  report: 'Report',
  reportPeriod: (from: string, to: string) => `From ${from} to ${to}.`,
  neverDrawn: 'It was closed before the draw: nobody was let in.',
  linedUp: 'Lined up',
  linedUpNote: (early: string, late: string) => `${early} before the draw, ${late} after it`,
  wereLetIn: 'Let in',
  ofLinedUp: (percent: string) => `${percent} of those who lined up`,
  held: 'Chose tickets',
  bought: 'Bought',
  ofLetIn: (percent: string) => `${percent} of those let in`,
  expired: 'Ran out of time',
  expiredNote: 'Let in, and bought nothing in time',
  left: 'Left the line',
  leftNote: 'By themselves',
  medianWait: 'Half waited less than',
  waitNote: 'Until they were let in; from the draw for who was there before it',
  longestWait: 'Longest wait',
  peakInside: 'Most inside at once',
  letInOverTime: 'Let in over time',
  ways: 'How it is shown',
  chart: 'Chart',
  table: 'Table',
  from: 'From',
  chartSummary: (count: string, minutes: number) =>
    `${count} people let in over time, by ${minutes === 1 ? 'minutes' : `spans of ${minutes} minutes`}`,
  kept: 'The list of the draw stays here for 30 days, so that it can be checked.',

  /** How long somebody waited. */
  span: (seconds: number): string => {
    if (seconds < 60) return `${Math.round(seconds)} s`;
    const minutes = Math.round(seconds / 60);
    return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  },
};

export const useWaitingRoomTexts = pageTexts({ en, fr: en });
