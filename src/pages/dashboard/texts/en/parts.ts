import type { PositionProblem } from '../../../../values/read-position.ts';
import { sayRule } from './rules.ts';
import { plural } from './words.ts';

const sayHours = (hours: number): string =>
  hours < 48 ? `${Math.round(hours)} hours` : `${Math.round(hours / 24)} days`;

export const parts = {
  noChart: 'The chart could not be drawn. The table has the same figures.',
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',
  saved: 'Saved.',
  undo: 'Undo',
  optional: 'optional',
  dismiss: 'Dismiss',
  messages: 'Messages',
  copy: 'Copy',
  open: 'Open',
  justNow: 'just now',
  copied: 'Copied',
  copyFailed: 'Copy the selected text with your keyboard.',
  reveal: 'Show',
  hide: 'Hide',
  shownOnce: 'We show this only once. Copy it now and keep it where only your server can read it.',
  actions: 'Actions',
  actionsOf: (name: string) => `Actions for ${name}`,
  showMore: 'Show more',
  filters: 'Filters',
  clearFilters: 'Clear filters',
  moreFilters: 'More filters',
  all: 'All',
  characters: (used: number, limit: number) => `${used} of ${limit} characters`,
  working: 'Working…',
  rule: sayRule,
  noAmount: 'Enter an amount, e.g. 15,000 or 15000.50.',
  amountWithin: (from: string, to: string) => `Enter an amount from ${from} to ${to}.`,
  wrongFields: (count: number) => `Please fix ${plural(count, 'field', 'fields')}:`,
  offline: 'The server can’t be reached. Check your connection, and try again.',
  slow: 'That took too long. Try again.',
  failed: 'Something went wrong. Try again in a moment.',
  leave: {
    title: 'Leave without saving?',
    text: 'If you leave now, you lose your changes.',
    stay: 'Stay here',
    leave: 'Leave',
  },
  conflict: {
    title: 'Someone else changed this while you were editing',
    text: 'Your changes are kept. Choose a value for each field, then save again.',
    merged: 'They changed other fields than you did. Check them, then save again.',
    field: 'Field',
    yours: 'Yours',
    theirs: 'Theirs',
    empty: 'empty',
    yes: 'yes',
    no: 'no',
  },
  moment: {
    skipped: (asked: string, counts: string) =>
      `Clocks go forward that night, so ${asked} does not exist. We use ${counts}.`,
    twice: (asked: string) => `Clocks go back that night, so ${asked} happens twice. Choose one.`,
    first: 'The first time',
    second: 'The second time',
    changes: (day: string, before: string, after: string) =>
      `Clocks there change on ${day}, from ${before} to ${after}.`,
    readYear: (typed: string, read: string) => `We read the year ${typed} as ${read}.`,
    endFirst: 'The end must be after the start.',
    endMoved: 'We moved the end with the start.',
    endNextDay: 'We moved the end to the next day.',
    lasts: (hours: number) => `Lasts ${sayHours(hours)}`,
    isItRight: (hours: number) => `This event lasts ${sayHours(hours)}. Is the end right?`,
  },
  kept: {
    offer: (when: string) => `You have unsaved changes from ${when}.`,
    putBack: 'Restore them',
    forget: 'Discard them',
  },
  position: {
    placeholder: 'Paste a map link or coordinates',
    check: 'Check it on a map',
    here: 'Use my location',
    finding: 'Finding your location…',
    clear: 'Clear',
    within: (metres: number) =>
      `May be off by ${metres < 1000 ? `${metres} m` : `${Math.ceil(metres / 1000)} km`}.`,
    refused:
      'Your browser blocked your location. Allow it in the browser’s settings for this site, or paste a link.',
    unavailable: 'We could not find your location. Try again, or paste a link.',
    problem: (problem: PositionProblem): string =>
      ({
        short_link: 'We can’t read short links. Open it, then copy the full address.',
        short_code: 'We can’t read short plus codes. Paste the full code, e.g. 6FR5CCGC+6P, or a link.',
        out_of_range:
          'This place does not exist. Enter the latitude first (-90 to 90), then the longitude (-180 to 180).',
        unknown: 'We can’t find a place in this. Paste a map link, or numbers such as 6.4281, 3.4219.',
      })[problem],
  },
  secondStep: {
    title: 'Confirm that it is you',
    text: 'Use your second factor. We ask again after a few minutes.',
    code: 'Code',
    codeHint: 'Six digits from your authenticator app, or one of your recovery codes.',
    confirm: 'Confirm',
    passkey: 'Use a passkey',
    passkeyFailed: 'The passkey was not confirmed. Try again, or use a code.',
  },
  passwordAgain: {
    title: 'Enter your password again',
    text: 'You signed in a while ago. Confirm that it’s still you.',
    password: 'Password',
    confirm: 'Continue',
  },
  factor: {
    title: 'Set up a second factor first',
    text: 'You need an authenticator app or a passkey to move money or see secrets. Setup takes a minute.',
    setUp: 'Set it up',
  },
  signIn: {
    title: 'You have been signed out',
    text: 'Your session has ended. Sign in again in a new tab, then come back. Your changes are still here.',
    signIn: 'Sign in in a new tab',
  },
};
