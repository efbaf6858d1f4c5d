import type { DeviceState, ShownConflict } from './data.ts';
import { pageTexts } from '../texts/page-texts.ts';

const some = (value: number, of: string): string =>
  value === 0 ? '' : `${value.toLocaleString('en')} ${of}${value === 1 ? '' : 's'}`;

const en = {
  pagesOf: 'Pages of check-in',
  pages: { doors: 'Doors', scans: 'Scans', report: 'Report' },

  now: 'Right now',
  inside: 'Inside',
  came: 'Checked in',
  expected: 'Expected',
  cameNote: (percent: string) => `${percent} of those expected`,
  expectedNote: 'Valid tickets',
  leftNote: (count: string) => `${count} left again`,
  summary: ({ inside, came, expected }: { inside: string; came: string; expected: string }) =>
    `${inside} inside, ${came} checked in, ${expected} expected.`,
  byDoor: 'By door',
  byType: 'By ticket type',
  noDoor: 'Without a door',
  removedDoors: 'Removed doors',
  cameOf: (came: string, expected: string) => `${came} of ${expected}`,

  late: 'Late scans',
  lateIntro: 'These scans come from phones that were revoked. They don’t count until you accept them.',
  lateOf: (count: number, name: string, isRevoked: boolean) =>
    `${name}${isRevoked ? ', revoked' : ''}: ${count.toLocaleString('en')} ${count === 1 ? 'scan waits' : 'scans wait'}`,
  lateAfterTime: 'Scanned after this phone’s access ended.',
  lateLetIn: (count: number) => `${count.toLocaleString('en')} let in`,
  lateAccept: 'Accept',
  lateDiscard: 'Discard',
  lateAccepted: (count: number) =>
    count === 0 ? 'Someone has already decided.' : `${count.toLocaleString('en')} accepted.`,
  lateDiscarded: (count: number) =>
    count === 0 ? 'Someone has already decided.' : `${count.toLocaleString('en')} discarded.`,
  lateDiscardTitle: (name: string) => `Discard the scans of ${name}?`,
  lateDiscardText: 'They will never count. You can’t undo this.',
  lateByManager: 'An owner or a manager can accept or discard them.',

  conflicts: 'Conflicts',
  conflictsIntro: 'Phones without a network decide on their own. These decisions don’t match.',
  moreConflicts: (count: number) => `and ${count.toLocaleString('en')} more under Scans`,
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
      'Two people may be inside on one ticket. Ask the guest for it. If it was one person scanned twice, undo the second.',
    void: 'The ticket had been refunded or cancelled. If the guest left or paid, undo it.',
    wrong_door: 'The ticket is valid for another door. If that is fine tonight, leave it.',
    too_early:
      'A phone without a network let this guest in too early. If it was a test, undo it. Otherwise the ticket counts as used.',
    passed_on: 'The ticket now belongs to someone else, who may come too. Ask who has the new code.',
    unknown: 'No ticket of this event has this code. Ask the door staff.',
    refusal: 'The server had refused it, but the phone didn’t know yet. Ask the door staff.',
  } satisfies Record<ShownConflict['why'], string>,
  firstEntry: 'First',
  secondEntry: 'Then',
  onlyEntry: 'When',
  unknownGuest: 'Unknown code',
  seatOf: ({ section, row, seat }: { section: string; row: string; seat: string }) =>
    `${section}, ${row} ${seat}`,
  undo: 'Undo',
  undoOf: (guest: string) => `Undo: ${guest}`,
  undone: 'Undone. It no longer counts.',

  doors: 'Doors',
  newDoor: 'New door',
  changeDoor: 'Edit door',
  makeDoor: 'Add door',
  saveDoor: 'Save',
  doorMade: 'Door added. Now add a device.',
  doorSaved: 'Saved. Phones update when they next connect.',
  doorName: 'Name',
  doorNameHint: 'e.g. Main entrance, Backstage, Gate 3.',
  doorTypes: 'Ticket types',
  doorTypesHint: 'Choose none to let in every ticket type.',
  everyType: 'Every ticket type',
  onlyTypes: (names: string) => `Only ${names}`,
  removeDoor: 'Remove door',
  removeDoorTitle: (name: string) => `Remove ${name}?`,
  removeDoorText: (devices: number) =>
    devices === 0
      ? 'Its scans stay in the list and the report.'
      : `Its ${devices === 1 ? 'device loses' : `${devices} devices lose`} access at the next connection. Its scans stay in the list and the report.`,
  doorRemoved: 'Door removed.',
  actionsOf: (name: string) => `Actions for ${name}`,
  cameHere: (count: string) => `${count} checked in here`,

  devices: (door: string) => `Devices at ${door}`,
  device: 'Device',
  state: 'Status',
  lastSeen: 'Last seen',
  never: 'Never',
  toSend: (count: number) => `${count.toLocaleString('en')} to send`,
  until: 'Until',
  noDevices: 'No devices yet.',
  newDevice: 'New device',
  newDeviceAt: (door: string) => `New device at ${door}`,
  makeDevice: 'Create link',
  deviceName: 'Name',
  deviceNameHint: 'e.g. whose phone it is. You see it in the list of scans.',
  maySearch: 'Can search guests by name',
  maySearchHint:
    'For guests without their ticket. It needs a network. The phone never stores names in plain text.',
  maySearchByManager: 'An owner or a manager can allow search by name later.',
  allowSearch: 'Allow search by name',
  stopSearch: 'Stop search by name',
  searchOn: (name: string) => `${name} can search guests by name.`,
  searchOff: (name: string) => `${name} can no longer search guests by name.`,
  endsAt: 'Works until',
  endsAtHint: 'If empty, half a day after the event ends.',
  searches: 'Searches by name',
  states: {
    waiting: 'Waiting for a phone',
    link_ended: 'Link expired',
    paired: 'Paired',
    over: 'Access ended',
  } satisfies Record<DeviceState, string>,
  renewLink: 'New link',
  renewPaired: 'Pair another phone',
  renewTitle: (name: string) => `A new link for ${name}?`,
  renewText: 'The old link stops working.',
  renewPairedText:
    'The paired phone works until another phone uses the new link. Scans that it has not sent by then wait for you to accept them.',
  revoke: 'Revoke',
  revokeTitle: (name: string) => `Revoke ${name}?`,
  revokeText:
    'The phone loses access and its guest list when it next connects. Scans that it sends later wait for you to accept them. You can’t undo this: the phone would need a new link.',
  revoked: 'Revoked.',

  sheet: 'Sheet of links',
  makeSheet: 'Create links',
  sheetAt: (door: string) => `Links for many phones at ${door}`,
  count: 'Phones',
  sheetNameHint: 'Each gets a number too.',
  linkHours: 'Links work for (hours)',
  linkHoursHint: 'Each works for one phone, once. Revoke a lost sheet in the door’s menu.',
  revokeUnused: 'Revoke unused links',
  revokeUnusedTitle: (door: string) => `Revoke the unused links of ${door}?`,
  revokeUnusedText: (count: number) =>
    `${count === 1 ? 'One device has' : `${count} devices have`} no phone yet. Paired phones stay.`,
  unusedRevoked: 'Revoked. Those links no longer work.',

  linkTitle: (name: string) => `Pair ${name}`,
  linkText: 'Scan this with the phone’s camera, or send the address to the phone. One phone can use it once.',
  linkQr: 'QR code with the link',
  linkAddress: 'Address',
  linkExpires: (left: string) => `The link works for ${left}`,
  linkExpired: 'The link has expired.',
  linkAgain: 'Create a new link',
  linkPaired: (name: string) => `${name} is paired.`,
  linkPairedText: 'It loads the guest list. Then it can scan with or without a network.',
  linkDone: 'Done',
  minutesAndSeconds: (minutes: number, seconds: number) => `${minutes}:${String(seconds).padStart(2, '0')}`,

  hours: 'Check-in times',
  opensOn: 'Check-in opens on',
  isOpenSince: 'Check-in has been open since',
  notOpenHint:
    'Until then phones show “Too early” and mark no ticket as used. To rehearse, start practice in a phone’s settings.',
  opens: 'Opens',
  opensAsUsual: (before: string) => `Default: ${before}, or when doors open`,
  before: (minutes: number) => {
    if (minutes === 0) return 'at the start';
    const length = minutes % 1_440 ? some(Math.ceil(minutes / 60), 'hour') : some(minutes / 1_440, 'day');
    return `${length} before the start`;
  },
  anyTime: 'At any time',
  openNow: 'Open check-in now',
  hoursSaved: 'Saved. Phones update when they next connect.',

  rules: 'Re-entry',
  allowsReentry: 'Guests can leave and come back',
  allowsReentryHint:
    'Phones then also scan at the exit, and the number inside is exact. Otherwise each ticket works once.',
  reentryOn: 'Guests can now come back in.',
  reentryOff: 'Each ticket now works once.',

  emptyTitle: 'Let your guests in',
  emptyText: 'Any phone with a camera can scan tickets, even without a network. Three steps:',
  steps: [
    { title: 'Add a door', text: 'e.g. Main entrance. You can limit a door to some ticket types.' },
    { title: 'Add a device', text: 'Add one for each phone at the door.' },
    {
      title: 'Scan the QR code with that phone',
      text: 'The scanner opens, without an account or an app store.',
    },
  ],
  emptyForDoor: 'No doors yet. An owner or a manager can add them.',

  scans: 'Scans',
};

export type CheckInTexts = typeof en;
export const useCheckInTexts = pageTexts({ en, fr: en });
