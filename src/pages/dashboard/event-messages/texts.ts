import type { ShownMessage } from './data.ts';
import { pageTexts } from '../texts/page-texts.ts';

const number = (count: number): string => count.toLocaleString('en');
const people = (count: number): string => (count === 1 ? '1 person' : `${number(count)} people`);

const en = {
  list: 'Messages to ticket holders',
  write: 'Write a message',
  emptyTitle: 'No messages yet',
  emptyText:
    'Tell everybody who has a ticket what they should know: another entrance, when the doors open, what to bring. You see it as it will arrive before it goes out.',
  noTickets: 'Nobody has a ticket yet: there is nobody to write to.',

  subject: 'Subject',
  to: 'To',
  sentBy: 'Written by',
  when: 'When',
  state: 'State',
  reached: 'Sent',
  reachedOf: ({ sent, people: all }: { sent: number; people: number }) => `${number(sent)} of ${number(all)}`,
  refusedNote: (count: number) => `${number(count)} not reached`,
  somebody: 'Somebody who has left',
  states: { gathering: 'Preparing', sending: 'Sending', stopped: 'Stopped', sent: 'Sent' } satisfies Record<
    ShownMessage['state'],
    string
  >,

  /** Whom a message is to, in a few words. */
  whom: ({
    audience,
    attendance,
    types,
  }: Pick<ShownMessage, 'audience' | 'attendance'> & { types: readonly string[] }) =>
    [
      audience === 'buyers' ? 'Buyers' : 'Ticket holders',
      types.length > 0 && `of ${types.join(', ')}`,
      attendance === 'came' && 'who have come in',
      attendance === 'not_yet' && 'who have not come in',
    ]
      .filter(Boolean)
      .join(' '),

  allowance: ({ left, most, limit }: { left: number; most: number; limit: 'event' | 'host' }) =>
    `${left} of ${most} messages a day ${limit === 'event' ? 'for this event' : 'for all your events'} left.`,
  noneLeft: ({ most, limit }: { most: number; limit: 'event' | 'host' }) =>
    limit === 'event'
      ? `Ticket holders of an event can get at most ${most} messages in 24 hours. You can send the next one from`
      : `A host can send at most ${most} messages in 24 hours. You can send the next one from`,

  words: 'What you write',
  subjectHint: 'What people see in their list of e-mails.',
  text: 'Message',
  textHint:
    'Plain text. A blank line begins a paragraph; an address that begins with https:// becomes a link. Whom it comes from, the event and its date are added around it, in each person’s language.',
  recipients: 'Who gets it',
  audience: 'Written to',
  audiences: {
    holders: { label: 'Every ticket holder', hint: 'Whoever a ticket is made out to.' },
    buyers: { label: 'Buyers only', hint: 'Whoever ordered, once for all their tickets.' },
  },
  attendance: 'At the door',
  attendances: {
    all: 'Whether they have come in or not',
    not_yet: 'Only who has not come in yet',
    came: 'Only who has come in',
  },
  types: 'Ticket types',
  typesHint: 'None chosen: all of them.',
  counting: (soFar: number) => (soFar === 0 ? 'Counting…' : `Counting… ${people(soFar)} so far.`),
  count: (count: number) =>
    count === 0 ? 'Nobody has such a ticket.' : `Goes to ${people(count)}. Each address gets it once.`,
  countTyped: (count: number) =>
    `${number(count)} of these addresses were entered by your team, and count against your e-mails of the day.`,
  replyTo: (address: string) => `Answers go to ${address}.`,
  noReplyTo: 'Nobody reads answers: name a contact e-mail in the settings, and they go there.',
  service:
    'It is a message about their tickets: nobody can unsubscribe from it, and it says who sends it and why. Please use it for what ticket holders need to know.',

  preview: 'As it will arrive',
  previewIntro: 'With a sample in place of the order. Each person’s own has a link to their order.',
  previewTitle: 'Preview of the message',
  language: 'Language of the frame',
  languages: { en: 'English', fr: 'French' },
  part: 'Form',
  parts: { html: 'With layout', text: 'Plain text' },

  test: 'Send a test to me',
  tested: (address: string) => `A test is on its way to ${address}.`,
  send: 'Send…',
  confirmTitle: 'Send the message?',
  confirmText: (count: number) => `“Send” begins at once. ${people(count)} will get it, each address once.`,
  confirm: (count: number) => `Send to ${people(count)}`,
  beganSending: 'The message is being sent.',

  back: 'All messages',
  progress: ({ done, all }: { done: number; all: number }) => `${number(done)} of ${number(all)} done`,
  sending:
    'It is being sent at an even pace; tickets that are bought meanwhile go first. You can leave this page.',
  gathering: (soFar: number) =>
    `Whom it goes to is being written down: ${people(soFar)} so far. Sending begins when all are. You can leave this page.`,
  finished: 'It was sent to everybody.',
  finishedBut: 'Everybody had their turn; some could not be reached.',
  stoppedWhy: {
    member: (by: string | null) => `Stopped by ${by ?? 'somebody who has left'}.`,
    suspended: () => 'Stopped because the host was suspended.',
    sender_gone: () =>
      'Stopped because whoever sent it is no longer a member. If it is right, send the rest.',
    mails_a_day: () =>
      'Stopped before anybody got it: more of its addresses were entered by your team than you may write to today. Send the rest tomorrow.',
  },
  stop: 'Stop sending',
  stopTitle: 'Stop sending?',
  stopText: (left: number) => `${people(left)} will not get it, unless you send the rest later.`,
  stopped: 'Stopped: nobody else gets it.',
  resume: 'Send the rest',
  resumeTitle: 'Send the rest?',
  resumeText: (left: number) => `${people(left)} who have not got it will get it. Nobody gets it twice.`,
  resumed: 'The rest is being sent.',
  again: 'Write another like it',
  about: 'About this message',
  sent: 'Sent',
  refused: 'Not reached',
  left: 'Still to come',
  leftStopped: 'Left out',
  waitingNote: (count: number) => `${number(count)} will be tried again`,

  log: 'Who was not reached',
  logIntro:
    'Refused for good, or not yet taken by the mail server. Correct an address on the order’s page; the person can then be told by another message.',
  address: 'E-mail',
  order: 'Order',
  what: 'Why',
  /** What the program wrote down, in words; as it is where there are none. */
  why: (error: string) => {
    const answer = /failed with (\d{3})/.exec(error)?.[1];
    if (answer?.startsWith('5')) return `The mail server does not take mail for this address (${answer}).`;
    if (answer !== undefined) return `The mail server could not take it yet (${answer}).`;
    return error.startsWith('There is nothing left to send') ? 'Has no good ticket any more.' : error;
  },
  refusedForGood: 'Refused',
  triedAgain: 'Will be tried again',
};

export const useMessageTexts = pageTexts({ en, fr: en });
export type MessageTexts = typeof en;
