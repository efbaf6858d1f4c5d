import type { WaitingRoomPhase } from '../../../rules/waiting-room.ts';
import { plural } from '../texts/en/words.ts';
import { pageTexts } from '../texts/page-texts.ts';

const people = (count: number): string => plural(count, 'person', 'people');

const en = {
  phases: {
    line_up: 'Lining up',
    letting_in: 'Letting in',
    paused: 'Paused',
    closed: 'Closed',
  } satisfies Record<WaitingRoomPhase, string>,

  off: 'For a rush of buyers',
  offText:
    'People line up before the sale. At the start we draw their order at random, so coming early or using a bot gives no advantage. Then we let them in at the rate you choose.',
  another: 'Open another waiting room',
  anotherText: 'It starts with an empty line, and replaces the report above and the draw list.',
  open: 'Open the waiting room',
  opened: 'The waiting room is open. Share its address.',
  over: 'The event is over, so it needs no waiting room.',
  askManager: 'Ask an owner or a manager to open one.',

  drawsAt: 'Draw',
  drawsAtHint: 'People line up until then. Then we draw their order at random and let them in.',
  beforeSale: (when: string) => `Sales start ${when}. People we let in earlier find nothing to buy.`,
  perMinute: 'People let in per minute',
  perMinuteHint: 'We let fewer in while the service is slow, and tell you so here.',
  mostInside: 'Max. people buying at once',
  mostInsideHint: 'If this is no more than the number of tickets, everyone inside can get one.',
  admissionMinutes: 'Minutes to start buying',
  admissionMinutesHint:
    'If someone adds nothing to their cart within this time, they go to the back of the line.',
  asksEmail: 'Ask for an e-mail address',
  asksEmailHint:
    'Each address gets one place, confirmed by an e-mailed link, and buys the tickets. You can’t change this once people are in line.',
  yes: 'Yes',
  no: 'No',

  now: 'Right now',
  inLine: 'In line',
  inLineNote: 'All have the same chance',
  draw: 'Draw',
  waiting: 'Waiting',
  waitingNote: (minutes: number) =>
    minutes > 90
      ? `About ${plural(Math.round(minutes / 60), 'hour', 'hours')} at this rate`
      : `About ${plural(minutes, 'minute', 'minutes')} at this rate`,
  inside: 'Inside',
  insideNote: (most: string) => `Of max. ${most}`,
  aMinute: 'Let in per minute',
  aMinuteNote: (set: string) => `You set ${set}`,
  letIn: 'Let in so far',
  lateNote: (late: string) => `${late} came after the draw`,
  summary: ({ waiting, inside, letIn }: { waiting: string; inside: string; letIn: string }) =>
    `${waiting} waiting, ${inside} inside, ${letIn} let in so far.`,
  lineSummary: (inLine: string) => `${inLine} in line.`,
  isPaused:
    'We let in only the people you let in yourself. People inside can keep buying, and nobody loses their place.',
  isSlowed: (percent: string) =>
    `The service is slow, so we let people in at ${percent} of your rate. It recovers by itself.`,
  isFull: 'The maximum is reached. The next people come in when others buy or leave.',

  control: 'Let people in',
  pause: 'Pause',
  paused: 'Paused. Nobody comes in until you resume.',
  resume: 'Resume',
  resumed: 'Resumed. We’re letting people in again.',
  letInNow: 'Let in now',
  letInCount: 'People to let in now',
  letInHint: 'The next in line, on top of the rate, even while paused. Never more than your maximum.',
  letInDone: (count: number) => `We’re letting in the next ${people(count)}, up to your maximum.`,

  close: 'Close the waiting room',
  closeSection: 'Close',
  closeIntro: 'Close it when the rush is over. Everyone can then buy without waiting.',
  closeTitle: 'Close the waiting room?',
  closeBeforeDraw: (inLine: number) =>
    inLine === 0
      ? 'Nobody is in line yet. Tickets go on sale by their sale dates, first come, first served. You can’t reopen it; a new one starts over.'
      : `${plural(inLine, 'person is', 'people are')} in line. They lose their places, and there is no draw. Tickets go on sale by their sale dates, first come, first served. You can’t reopen it; a new one starts with an empty line.`,
  closeText: (waiting: number) =>
    waiting === 0
      ? 'Nobody is waiting. Everyone can then buy without waiting. You can’t reopen it; a new one starts with an empty line.'
      : `${plural(waiting, 'person is', 'people are')} still waiting. They lose their places; everyone can buy, first come, first served. You can’t reopen it; a new one starts with an empty line.`,
  keep: 'Keep it open',
  closed: 'Waiting room closed. Everyone can buy now.',

  settings: 'Settings',
  settingsIntro: 'Changes apply at once.',
  settingsDrawn: 'The draw is done, so you can’t change its time or whether we ask for an e-mail address.',

  share: 'Share',
  shareIntro:
    'While it is open, the event page and your checkout lead there too. The API tells shops to send buyers there.',
  roomAddress: 'Waiting room',
  fairnessAddress: 'How the draw works',
  drawAddress: 'Draw list',
  seedHash: 'Seed hash',
  seedHashHint:
    'We draw the order from a secret number, the seed. Its hash is public before the draw and the seed after it, so anyone can check the draw.',
  seed: 'Seed',
  draftNote: 'These pages are hidden until you publish the event.',

  report: 'Report',
  reportPeriod: (from: string, to: string) => `From ${from} to ${to}.`,
  neverDrawn: 'You closed it before the draw, so nobody came in.',
  linedUp: 'Lined up',
  linedUpNote: (early: string, late: string) => `${early} before the draw, ${late} after it`,
  wereLetIn: 'Let in',
  ofLinedUp: (percent: string) => `${percent} of those who lined up`,
  held: 'Chose tickets',
  bought: 'Bought',
  ofLetIn: (percent: string) => `${percent} of those let in`,
  expired: 'Ran out of time',
  expiredNote: 'Let in, but bought nothing in time',
  left: 'Left the line',
  leftNote: 'By choice',
  medianWait: 'Median wait',
  waitNote: 'From lining up, or from the draw, until let in',
  longestWait: 'Longest wait',
  peakInside: 'Most people buying at once',
  letInOverTime: 'Let in over time',
  ways: 'View',
  chart: 'Chart',
  table: 'Table',
  from: 'From',
  chartSummary: (count: string, minutes: number) =>
    `${count} people let in over time, per ${minutes === 1 ? 'minute' : `${minutes} minutes`}`,
  kept: 'You can check the draw list here for 30 days.',

  /** How long somebody waited. */
  span: (seconds: number): string => {
    if (seconds < 60) return `${Math.round(seconds)} s`;
    const minutes = Math.round(seconds / 60);
    return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  },
};

export const useWaitingRoomTexts = pageTexts({ en, fr: en });
