import type { PositionProblem } from '../../../../values/read-position.ts';
import { describeRule, type Rule } from '../../../../values/rules.ts';
import { asSentence, plural } from './words.ts';

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
  copyFailed: 'Selected: copy it with your keyboard.',
  reveal: 'Show',
  hide: 'Hide',
  shownOnce: 'This is shown once. Copy it now, and keep it where only your server can read it.',
  actions: 'Actions',
  actionsOf: (name: string) => `Actions for ${name}`,
  showMore: 'Show more',
  filters: 'Filters',
  clearFilters: 'Clear filters',
  moreFilters: 'More filters',
  all: 'All',
  characters: (used: number, limit: number) => `${used} of ${limit} characters`,
  working: 'Working…',
  /** What a rule that is broken says at its field. */
  rule: (rule: Rule): string => {
    if (rule.kind === 'required' || (rule.kind === 'minLength' && rule.limit === 1)) return 'Fill this in.';
    if (rule.kind === 'oneOf') return 'Choose one.';
    return asSentence(describeRule(rule));
  },
  /** A sentence of the server's about a field, without the name that the field has there. */
  refusedField: (message: string, field: string): string =>
    asSentence(message.startsWith(`${field} `) ? message.slice(field.length + 1) : message),
  noAmount: 'Type an amount such as 15,000 or 15000.50.',
  wrongFields: (count: number) => `${plural(count, 'field needs', 'fields need')} a look:`,
  offline: 'The server can’t be reached. Check your connection, and try again.',
  slow: 'That took too long. Try again.',
  failed: 'That did not work. Try again in a moment.',
  leave: {
    title: 'Leave without saving?',
    text: 'What you have typed here is lost if you leave now.',
    stay: 'Stay here',
    leave: 'Leave',
  },
  conflict: {
    title: 'Somebody else has changed this meanwhile',
    text: 'Nothing of yours is lost. Choose what counts for each field, then save again.',
    merged: 'Their change does not touch yours. Look at it, then save again.',
    field: 'Field',
    yours: 'Yours',
    theirs: 'Theirs',
    empty: 'empty',
    yes: 'yes',
    no: 'no',
  },
  moment: {
    skipped: (asked: string, counts: string) =>
      `Clocks are put forward that night: ${asked} does not exist there, and ${counts} counts.`,
    twice: (asked: string) => `Clocks are put back that night: ${asked} comes twice. Which one?`,
    first: 'The first time',
    second: 'The second time',
    changes: (day: string, before: string, after: string) =>
      `The clock there changes on ${day}, from ${before} to ${after}.`,
  },
  kept: {
    offer: (when: string) => `You have changes from ${when} that were not saved.`,
    putBack: 'Put them back',
    forget: 'Forget them',
  },
  position: {
    placeholder: 'Paste a map link or coordinates',
    check: 'Check it on a map',
    here: 'Use where I am now',
    finding: 'Finding where you are…',
    clear: 'Clear',
    within: (metres: number) =>
      `May be off by ${metres < 1000 ? `${metres} m` : `${Math.ceil(metres / 1000)} km`}.`,
    refused:
      'Your browser did not let this page know where you are. Allow it in the browser’s settings for this site, or paste a link.',
    unavailable: 'Where you are could not be found out. Try again, or paste a link.',
    problem: (problem: PositionProblem): string =>
      ({
        short_link:
          'A short link does not say where it leads. Open it, and copy the long address from there.',
        short_code:
          'A short plus code needs a map to be read. Paste the full one, such as 6FR5CCGC+6P, or a link.',
        out_of_range:
          'There is no such place. First comes the latitude, from -90 to 90, then the longitude, from -180 to 180.',
        unknown: 'No place can be read from this. Paste a link to a map, or numbers such as 6.4281, 3.4219.',
      })[problem],
  },
  secondStep: {
    title: 'Confirm that it is you',
    text: 'This needs your second factor, again after some minutes.',
    code: 'Code',
    codeHint: 'Six digits from your authenticator app, or one of your recovery codes.',
    confirm: 'Confirm',
    passkey: 'Use a passkey',
    passkeyFailed: 'The passkey was not confirmed. Try again, or use a code.',
  },
  passwordAgain: {
    title: 'Type your password again',
    text: 'You signed in a while ago. Your password shows that it is still you.',
    password: 'Password',
    confirm: 'Go on',
  },
  factor: {
    title: 'Set up a second factor first',
    text: 'What moves money or opens secrets is protected by an authenticator app or a passkey. Setting one up takes a minute.',
    setUp: 'Set it up',
  },
  signIn: {
    title: 'You have been signed out',
    text: 'Your session has ended. Sign in again in a new tab, then come back: what you typed is still here.',
    signIn: 'Sign in in a new tab',
  },
};
