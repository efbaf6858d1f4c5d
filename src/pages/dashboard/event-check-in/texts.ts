import type { DeviceState, ShownConflict } from './data.ts';
import type { ScanHow, ScanOutcome } from '../../../rules/scan.ts';
import { pageTexts } from '../texts/page-texts.ts';

const some = (value: number, of: string): string =>
  value === 0 ? '' : `${value.toLocaleString('en')} ${of}${value === 1 ? '' : 's'}`;

const en = {
  pagesOf: 'Pages of check-in',
  pages: { doors: 'Doors', scans: 'Scans', report: 'Report' },

  now: 'At this moment',
  inside: 'Inside',
  came: 'Came',
  expected: 'Expected',
  cameNote: (percent: string) => `${percent} of those expected`,
  expectedNote: 'Tickets that are good',
  leftNote: (count: string) => `${count} went out again`,
  summary: ({ inside, came, expected }: { inside: string; came: string; expected: string }) =>
    `${inside} inside, ${came} came, ${expected} expected.`,
  byDoor: 'By door',
  byType: 'By ticket type',
  noDoor: 'Without a door',
  removedDoors: 'Removed doors',
  cameOf: (came: string, expected: string) => `${came} of ${expected}`,

  late: 'Late scans',
  lateIntro: 'These scans come from phones that were revoked. They don’t count until you accept them.',
  lateOf: (count: number, name: string, isRevoked: boolean) =>
    `${name}${isRevoked ? ', revoked' : ''}: ${count.toLocaleString('en')} ${count === 1 ? 'scan waits' : 'scans wait'}`,
  lateAfterTime: 'Scanned after this phone’s time was over.',
  lateLetIn: (count: number) => `${count.toLocaleString('en')} let in`,
  lateAccept: 'Accept',
  lateDiscard: 'Discard',
  lateAccepted: (count: number) =>
    count === 0 ? 'Somebody has decided already.' : `${count.toLocaleString('en')} accepted.`,
  lateDiscarded: (count: number) =>
    count === 0 ? 'Somebody has decided already.' : `${count.toLocaleString('en')} discarded.`,
  lateDiscardTitle: (name: string) => `Discard the scans of ${name}?`,
  lateDiscardText: 'They never count. This can’t be undone.',
  lateByManager: 'An owner or a manager accepts or discards them.',

  conflicts: 'Conflicts',
  conflictsIntro:
    'Phones decide by themselves where there is no network. Here is what they decided that does not fit together.',
  moreConflicts: (count: number) => `and ${count.toLocaleString('en')} more, in the list of scans`,
  why: {
    double: 'Let in twice',
    void: 'Let in with a void ticket',
    wrong_door: 'Let in at the wrong door',
    too_early: 'Let in before check-in opened',
    passed_on: 'Let in with a code that was passed on',
    unknown: 'Let in with an unknown code',
    refusal: 'Let in after a refusal',
  } satisfies Record<ShownConflict['why'], string>,
  whatToDo: {
    double:
      'Two people may be inside on one ticket. Ask the guest at their seat for it; if it was one person scanned twice, undo the second.',
    void: 'The ticket was refunded or cancelled before. If the guest has left or has paid, undo it.',
    wrong_door: 'The ticket is good, for another door. If that does not matter tonight, leave it.',
    too_early:
      'A phone without a network let this guest in too early. If it was a trial, undo it: else the ticket counts as used on the night.',
    passed_on: 'The ticket belongs to somebody else by now, who may come too. Ask who has the new code.',
    unknown: 'No ticket of this event has this code. Ask the staff of this door what they saw.',
    refusal:
      'The server had refused it, and the phone did not hear of it in time. Ask the staff of this door.',
  } satisfies Record<ShownConflict['why'], string>,
  firstEntry: 'First',
  secondEntry: 'Then',
  onlyEntry: 'When',
  unknownGuest: 'Unknown code',
  seatOf: ({ section, row, seat }: { section: string; row: string; seat: string }) =>
    `${section}, ${row} ${seat}`,
  undo: 'Undo',
  undoOf: (guest: string) => `Undo: ${guest}`,
  undone: 'Undone: it counts as if it had not happened.',

  doors: 'Doors',
  newDoor: 'New door',
  changeDoor: 'Change door',
  makeDoor: 'Make door',
  saveDoor: 'Save',
  doorMade: 'The door is made. Now give it a device.',
  doorSaved: 'Saved. Devices hear of it at their next contact.',
  doorName: 'Name',
  doorNameHint: 'As the staff call it: Main entrance, Backstage, Gate 3.',
  doorTypes: 'Ticket types',
  doorTypesHint: 'Tick none, and every ticket type gets in here.',
  everyType: 'Every ticket type',
  onlyTypes: (names: string) => `Only ${names}`,
  removeDoor: 'Remove door',
  removeDoorTitle: (name: string) => `Remove ${name}?`,
  removeDoorText: (devices: number) =>
    devices === 0
      ? 'Its scans stay in the list and in the report.'
      : `Its ${devices === 1 ? 'device is out at its' : `${devices} devices are out at their`} next contact. What was scanned stays in the list and in the report.`,
  doorRemoved: 'The door is removed.',
  actionsOf: (name: string) => `Actions for ${name}`,
  cameHere: (count: string) => `${count} came in here`,

  devices: (door: string) => `Devices at ${door}`,
  device: 'Device',
  state: 'State',
  lastSeen: 'Last seen',
  never: 'Never',
  toSend: (count: number) => `${count.toLocaleString('en')} to send`,
  until: 'Until',
  noDevices: 'No device yet.',
  newDevice: 'New device',
  newDeviceAt: (door: string) => `New device at ${door}`,
  makeDevice: 'Make link',
  deviceName: 'Name',
  deviceNameHint: 'Whose phone it is, or where it stands: it is in the list of scans.',
  maySearch: 'May search guests by name',
  maySearchHint:
    'For guests without their ticket at hand. It needs a network; names are never stored on the phone in the clear.',
  maySearchByManager: 'Search by name is allowed by an owner or a manager, once the device is here.',
  allowSearch: 'Allow search by name',
  stopSearch: 'Stop search by name',
  searchOn: (name: string) => `${name} may search guests by name.`,
  searchOff: (name: string) => `${name} no longer searches guests by name.`,
  endsAt: 'Works until',
  endsAtHint: 'Empty: half a day after the event ends.',
  searches: 'Searches by name',
  states: {
    waiting: 'Waits for a phone',
    link_ended: 'Link expired',
    paired: 'Paired',
    over: 'Its time is over',
  } satisfies Record<DeviceState, string>,
  renewLink: 'New link',
  renewPaired: 'Pair another phone',
  renewTitle: (name: string) => `A new link for ${name}?`,
  renewText: 'The link before it works no more.',
  renewPairedText:
    'The phone that is paired goes on until another one takes the new link. Then it is out, and what it has not sent waits for you to accept it.',
  revoke: 'Revoke',
  revokeTitle: (name: string) => `Revoke ${name}?`,
  revokeText:
    'The phone loses access, and its guest list, when it next reaches the server. Scans that it sends later wait for you to accept them. You can’t undo this: the phone would need a new link.',
  revoked: 'Revoked.',

  linkTitle: (name: string) => `Pair ${name}`,
  linkText:
    'Scan this with the phone’s camera, or send the address to whoever has the phone. One phone can use it, once.',
  linkQr: 'QR code with the link',
  linkAddress: 'Address',
  linkExpires: (left: string) => `The link works for ${left}`,
  linkExpired: 'The link has expired.',
  linkAgain: 'Make a new one',
  linkPaired: (name: string) => `${name} is paired.`,
  linkPairedText: 'It is loading the guest list and can scan with or without a network from then on.',
  linkDone: 'Done',
  minutesAndSeconds: (minutes: number, seconds: number) => `${minutes}:${String(seconds).padStart(2, '0')}`,

  hours: 'When phones let guests in',
  opensOn: 'Check-in opens on',
  isOpenSince: 'Check-in is open since',
  notOpenHint:
    'Until then phones say “Too early”, and mark no ticket as used. To rehearse, start practice in a phone’s settings.',
  opens: 'Opens',
  opensAsUsual: (before: string) => `As usual: ${before}, or with the doors`,
  before: (minutes: number) => {
    if (minutes === 0) return 'at the start';
    const length = minutes % 1_440 ? some(Math.ceil(minutes / 60), 'hour') : some(minutes / 1_440, 'day');
    return `${length} before the start`;
  },
  anyTime: 'At any time',
  openNow: 'Open check-in now',
  hoursSaved: 'Saved. Phones hear of it at their next contact.',

  rules: 'Going out and in again',
  allowsReentry: 'Guests may go out and come in again',
  allowsReentryHint:
    'Phones then scan at the way out too, and the count of those inside is exact. Otherwise a ticket opens a door once.',
  reentryOn: 'Guests may come in again from now on.',
  reentryOff: 'A ticket opens a door once from now on.',

  emptyTitle: 'Let your guests in',
  emptyText: 'Any phone with a camera is a scanner, also where there is no network. Three steps:',
  steps: [
    { title: 'Make a door', text: 'Main entrance is one. A door can be for some ticket types only.' },
    { title: 'Make a device', text: 'One for each phone at the door, with the name of who holds it.' },
    {
      title: 'Scan the QR code with that phone',
      text: 'The scanner opens, without an account or an app store.',
    },
  ],
  emptyForDoor: 'No door is made yet: an owner or a manager of this host makes them.',

  scans: 'Scans',
  noScansTitle: 'Nothing was scanned yet',
  noScansText:
    'Everything that phones at the doors admit, refuse or undo is listed here, with device, door and time.',
  nothingTitle: 'Nothing fits',
  nothingText: 'Take a filter away.',
  door: 'Door',
  outcome: 'Outcome',
  time: 'Time',
  guest: 'Guest',
  how: 'How',
  conflict: 'Conflict',
  offline: 'Offline',
  wasUndone: 'Undone',
  byMember: (name: string) => `${name}, in the dashboard`,
  noDevice: 'By a program',
  filters: { conflict: 'Conflicts', any_refusal: 'All refusals' },
  outcomes: {
    admitted: 'Admitted',
    re_entry: 'Came in again',
    left: 'Went out',
    already_used: 'Refused: used already',
    not_inside: 'Refused: was not inside',
    no_reentry: 'Refused: no coming in again',
    void: 'Refused: void',
    wrong_door: 'Refused: wrong door',
    too_early: 'Refused: too early',
    passed_on: 'Refused: passed on',
    other_event: 'Refused: other event',
    unknown: 'Refused: unknown',
    refused: 'Refused by the phone',
    undone: 'Undo',
    nothing_to_undo: 'Undo of nothing',
  } satisfies Record<ScanOutcome, string>,
  hows: { code: 'QR code', short_code: 'Short code', name: 'By name' } satisfies Record<ScanHow, string>,

  report: 'Report',
  arrivals: 'Arrivals',
  arrivalsIntro: 'Each guest once, by the first time that they came in.',
  nobodyCame: 'Nobody has come in yet.',
  ways: 'How arrivals are shown',
  table: 'Table',
  quarter: 'From',
  all: 'All',
  others: 'Others',
  arrivalsSummary: (count: string) => `${count} guests over time, by quarters of an hour`,
  noShows: 'No-shows',
  noShowsIntro: 'Good tickets that nobody came in with.',
  noShowsOf: (percent: string) => `${percent} of those expected`,
  share: 'Share',
  type: 'Ticket type',
};

export type CheckInTexts = typeof en;
export const useCheckInTexts = pageTexts({ en, fr: en });
