import type { Conflict } from '../../../rules/scan.ts';
import type { Verdict } from '../scanner.ts';

export type Texts = typeof en;

/** A word that fills the screen, and a sentence on what to do. */
type SaidTexts = Record<Verdict['said'], { word: string; about: string }>;

const said: SaidTexts = {
  admitted: { word: 'Come in', about: '' },
  re_entry: { word: 'Back in', about: 'Welcome back.' },
  left: { word: 'Out', about: 'Can come back in.' },
  undone: { word: 'Undone', about: '' },
  nothing_to_undo: { word: 'Nothing to undo', about: '' },
  already_used: { word: 'Already in', about: 'This ticket was already used.' },
  not_inside: { word: 'Not inside', about: 'This ticket is not inside, so it can’t go out.' },
  no_reentry: { word: 'No re-entry', about: 'People who leave this event can’t come back in.' },
  void: { word: 'Cancelled', about: 'This ticket was cancelled or refunded.' },
  wrong_door: { word: 'Other door', about: 'This ticket is not for this door.' },
  too_early: { word: 'Too early', about: 'Check-in has not opened yet.' },
  passed_on: { word: 'Replaced', about: 'The ticket has a new code. Ask for the newest e-mail.' },
  other_event: { word: 'Other event', about: 'This ticket is for another event.' },
  unknown: { word: 'Unknown', about: 'This code is not a ticket of this event.' },
  refused: { word: 'Turned away', about: '' },
  not_listed: {
    word: 'Not on the list',
    about: 'The code is genuine. The ticket may have been bought after this phone loaded its list.',
  },
  unproven: {
    word: 'Check the ticket',
    about: 'A ticket has this short code. Offline, this phone can’t show the name.',
  },
  wait: {
    word: 'Too many wrong codes',
    about: 'Scan the QR code instead, or wait ten minutes.',
  },
  no_ticket: { word: 'No ticket', about: 'This code is not a ticket.' },
};

const conflicts: Record<Conflict, string> = {
  double: 'Let in twice',
  void: 'Let in with a cancelled ticket',
  wrong_door: 'Let in at the wrong door',
  too_early: 'Let in before check-in opened',
  passed_on: 'Let in with a replaced code',
  unknown: 'Let in with an unknown code',
  refusal: 'Let in although it was refused',
};

export const en = {
  title: 'Scanner',
  needsJavaScript: 'The scanner needs JavaScript. Turn it on, or use another browser.',
  said,
  conflicts,

  pair: {
    title: 'Which door?',
    about: 'Open the link from the dashboard on this phone, or scan its QR code here.',
    scan: 'Scan the link',
    pairing: 'One moment…',
    failed: 'This link was already used or has expired. Ask for a new one.',
    offline: 'You’re offline. This phone needs a network once, to connect.',
    full: 'This phone has as many events as it can hold. Remove one first.',
  },

  newLink: {
    title: 'Use the new link?',
    about: (door: string) =>
      `This phone is at ${door}. A link of the same event moves it to another door. A link of another event adds that event.`,
    use: 'Use the new link',
    stay: 'Stay here',
  },

  elsewhere: {
    title: 'Open in another tab',
    about: 'The scanner works in one tab at a time.',
    take: 'Use this tab',
  },

  ended: {
    device_revoked: {
      title: 'This phone was removed',
      about: 'It was removed, or another phone replaced it. The guest list has been deleted.',
    },
    device_ended: {
      title: 'The event is over',
      about: 'This phone can no longer scan. The guest list has been deleted.',
    },
    unsent: (count: number) =>
      count === 1
        ? 'One scan couldn’t be sent. Write it down for the host:'
        : `${count} scans couldn’t be sent. Write them down for the host:`,
    sending: (count: number) =>
      `${count === 1 ? 'One scan is' : `${count} scans are`} still unsent. Keep this page open and stay online.`,
    taken: (count: number) =>
      count === 1 ? 'One scan was sent and counts.' : `${count} scans were sent and count.`,
    held: (count: number) =>
      count === 1
        ? 'One scan was sent. It counts once the host accepts it.'
        : `${count} scans were sent. They count once the host accepts them.`,
    letIn: 'let in',
    turnedAway: 'turned away',
    forget: 'Done: delete them',
    again: 'Scan a new link',
  },

  status: {
    online: 'Online',
    offline: (since: string) => `Offline since ${since}`,
    list: (asOf: string) => `List as of ${asOf}`,
    noList: 'List not loaded yet',
    loading: 'Loading the list…',
    waiting: (count: number) => (count === 1 ? '1 scan waiting' : `${count} scans waiting`),
    allSent: 'All sent',
    conflicts: (count: number) => (count === 1 ? '1 conflict' : `${count} conflicts`),
    who: (door: string, device: string) => `${door} · ${device}`,
    more: (others: number) => `+${others}`,
  },

  camera: {
    start: 'Start scanning',
    starting: 'Starting the camera…',
    aim: 'Point at the QR code',
    refused: 'The camera is blocked. Allow it in the browser’s settings for this page, or type the codes.',
    missing: 'No camera found. Type the codes, or use a barcode scanner.',
    view: 'The camera’s picture',
    resting: 'Saving power. Touch the screen or show a code.',
  },

  actions: {
    code: 'Type code',
    search: 'Search',
    light: 'Light',
    lightOff: 'Light off',
    recent: 'Last scans',
    counts: 'Figures',
    settings: 'Settings',
    close: 'Close',
    next: 'Next',
    undo: 'Undo',
    letIn: 'Let in',
    turnAway: 'Turn away',
    direction: { entry: 'Going in', exit: 'Going out' },
    in: 'In',
    out: 'Out',
  },

  verdict: {
    offline: 'Decided offline',
    opensToday: (at: string) => `Check-in opens today at ${at}. To rehearse, start practice in Settings.`,
    opensOn: (day: string) => `Check-in opens on ${day}. To rehearse, start practice in Settings.`,
    before: (door: string | null, at: string) =>
      door === null ? `Let in at ${at}` : `Let in at ${at}, ${door}`,
    seat: ({ section, row, seat }: { section: string; row: string; seat: string }) =>
      [section, row && `row ${row}`, seat && `seat ${seat}`].filter(Boolean).join(', '),
    event: (name: string) => `It is for ${name}.`,
    /** The answer follows. Most questions end with their own mark. */
    unanswered: 'not answered',
    asked: (label: string) => (/[?:!.…]$/.test(label) ? label : `${label}:`),
    goesTo: (type: string) => `Ticket type: ${type}`,
  },

  code: {
    title: 'Short code',
    label: 'Eight letters from the ticket',
    hint: 'As in K7QM-2XRD. O is read as 0, I and L as 1.',
    check: 'Check',
    wrong: 'A short code has eight letters and digits.',
  },

  search: {
    title: 'Search by name',
    label: 'Name, or part of it',
    hint: 'Three letters or more, or the whole name.',
    find: 'Find',
    none: 'No ticket found for that name.',
    offline: 'Search only works online.',
    limited: 'Too many searches on this phone. Scan codes, or try again later.',
    state: {
      good: 'not in yet',
      in: 'already in',
      out: 'gone out',
      void: 'cancelled',
      dead: 'replaced',
    },
    letIn: (name: string) => `Let in ${name}`,
  },

  recent: {
    title: 'Last scans',
    none: 'Nothing scanned yet.',
    nobody: 'Ticket',
    waiting: 'waiting',
    undone: 'undone',
    undo: (what: string) => `Undo: ${what}`,
    conflictAt: (door: string | null, at: string) =>
      door === null ? `also at ${at}` : `also at ${at}, ${door}`,
  },

  counts: {
    title: 'Figures',
    own: 'This phone',
    whole: 'The whole event',
    letIn: 'Let in',
    lastQuarter: 'of them in the last 15 minutes',
    left: 'Went out',
    turnedAway: 'Turned away',
    cameIn: 'Came in',
    inside: 'Inside now',
    of: (count: number, expected: number) => `${count} of ${expected}`,
    byType: 'By ticket type',
    byDoor: 'By door',
    noDoor: 'Without a door',
    asOf: (at: string) => `As of ${at}`,
    offline: 'You’re offline. The event’s figures come when you’re back online.',
  },

  events: {
    title: 'Events on this phone',
    now: 'Scanning now',
    scan: 'Scan',
    scanEvent: (event: string) => `Scan ${event}`,
    remove: 'Remove',
    removeEvent: (event: string) => `Remove ${event} from this phone`,
    needsLink: 'Remove it from this phone? You need a new link to add it again.',
    keep: 'Keep it',
    add: 'To add an event, open or scan a link of it. The dashboard has them under Check-in.',
  },

  practice: {
    mark: 'Practice: nothing counts',
    start: 'Start practice',
    about:
      'Rehearse with real tickets: this phone shows the result, and nothing counts. It asks again after 15 minutes.',
    end: 'End practice',
    over: 'Practice is over',
    overAbout: 'Fifteen minutes have passed. Choose how to go on.',
    again: 'Practise again',
    count: 'Scans count now',
  },

  settings: {
    title: 'Settings',
    sound: 'Sound',
    hand: 'One-handed',
    left: 'Left',
    right: 'Right',
    types: 'This door takes',
    allTypes: 'All tickets',
    until: (when: string) => `This phone can scan until ${when}.`,
    install: 'To install: open the browser’s menu and choose “Add to home screen”.',
  },
};
