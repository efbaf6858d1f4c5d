import type { ShownMessage } from './data.ts';
import { pageTexts } from '../texts/page-texts.ts';

const number = (count: number): string => count.toLocaleString('en');
const people = (count: number): string => (count === 1 ? '1 person' : `${number(count)} people`);

const en = {
  list: 'Messages to ticket holders',
  write: 'Write a message',
  emptyTitle: 'No messages yet',
  emptyText:
    'Tell everyone with a ticket what they need to know: another entrance, the door time, what to bring. You can preview the message before you send it.',
  noTickets: 'Nobody has a ticket yet, so there is nobody to write to.',

  subject: 'Subject',
  to: 'To',
  sentBy: 'Written by',
  when: 'When',
  state: 'Status',
  reached: 'Sent',
  reachedOf: ({ sent, people: all }: { sent: number; people: number }) => `${number(sent)} of ${number(all)}`,
  refusedNote: (count: number) => `${number(count)} not reached`,
  somebody: 'Former member',
  states: { gathering: 'Preparing', sending: 'Sending', stopped: 'Stopped', sent: 'Sent' } satisfies Record<
    ShownMessage['state'],
    string
  >,

  /** The recipients of a message, in a few words. */
  whom: ({
    audience,
    attendance,
    types,
  }: Pick<ShownMessage, 'audience' | 'attendance'> & { types: readonly string[] }) =>
    [
      audience === 'buyers' ? 'Buyers' : 'Ticket holders',
      types.length > 0 && `of ${types.join(', ')}`,
      attendance === 'came' && 'who checked in',
      attendance === 'not_yet' && 'who have not checked in',
    ]
      .filter(Boolean)
      .join(' '),

  allowance: ({ left, most, limit }: { left: number; most: number; limit: 'event' | 'host' }) =>
    `You have ${left} of ${most} messages a day left ${limit === 'event' ? 'for this event' : 'for all your events'}.`,
  noneLeft: ({ most, limit }: { most: number; limit: 'event' | 'host' }) =>
    limit === 'event'
      ? `Ticket holders of an event can get at most ${most} messages in 24 hours. You can send the next one from`
      : `A host can send at most ${most} messages in 24 hours. You can send the next one from`,

  words: 'Your message',
  subjectHint: 'People see it in their inbox.',
  text: 'Message',
  textHint:
    'Plain text. A blank line starts a paragraph. An https:// address becomes a link. We add your name, the event and its date, in each person’s language.',
  recipients: 'Recipients',
  audience: 'Send to',
  audiences: {
    holders: { label: 'Every ticket holder', hint: 'Everyone named on a ticket.' },
    buyers: { label: 'Buyers only', hint: 'Everyone who ordered, once for all their tickets.' },
  },
  attendance: 'Check-in',
  attendances: {
    all: 'Everyone',
    not_yet: 'Only people who have not checked in',
    came: 'Only people who checked in',
  },
  types: 'Ticket types',
  typesHint: 'Choose none to include all.',
  counting: (soFar: number) => (soFar === 0 ? 'Counting…' : `Counting… ${people(soFar)} so far.`),
  count: (count: number) =>
    count === 0 ? 'No ticket matches.' : `Goes to ${people(count)}. Each address gets it once.`,
  countTyped: (count: number) =>
    `Your team entered ${number(count)} of these addresses. They count towards your daily e-mails.`,
  replyTo: (address: string) => `Replies go to ${address}.`,
  noReplyTo: 'Replies go nowhere until you add a contact e-mail in the settings.',
  service:
    'People can’t unsubscribe from this message about their tickets. It says who sends it and why. Please use it only for what ticket holders need to know.',

  preview: 'Preview',
  previewIntro: 'With a sample order. Each person gets a link to their own order.',
  previewTitle: 'Preview of the message',
  language: 'Language of the text around it',
  languages: { en: 'English', fr: 'French', pt: 'Portuguese' },
  part: 'Format',
  parts: { html: 'With layout', text: 'Plain text' },

  test: 'Send a test to me',
  tested: (address: string) => `We are sending a test to ${address}.`,
  send: 'Send…',
  confirmTitle: 'Send the message?',
  confirmText: (count: number) => `We start at once. ${people(count)} will get it, each address once.`,
  confirm: (count: number) => `Send to ${people(count)}`,
  beganSending: 'We are sending the message.',

  back: 'All messages',
  progress: ({ done, all }: { done: number; all: number }) => `${number(done)} of ${number(all)} done`,
  sending: 'We are sending it at a steady pace. New tickets go first. You can leave this page.',
  gathering: (soFar: number) =>
    `We are collecting the recipients: ${people(soFar)} so far. Then we start to send. You can leave this page.`,
  finished: 'Sent to everyone.',
  finishedBut: 'Sent. Some people could not be reached.',
  stoppedWhy: {
    member: (by: string | null) => `Stopped by ${by ?? 'a former member'}.`,
    suspended: () => 'Stopped because the host was suspended.',
    sender_gone: () =>
      'Stopped because the sender is no longer a member. If the message is right, send the rest.',
    mails_a_day: () =>
      'Stopped before anyone got it: your team entered more of its addresses than your daily e-mail limit. Send the rest tomorrow.',
  },
  stop: 'Stop sending',
  stopTitle: 'Stop sending?',
  stopText: (left: number) => `${people(left)} will not get it, unless you send the rest later.`,
  stopped: 'Stopped. Nobody else gets it.',
  resume: 'Send the rest',
  resumeTitle: 'Send the rest?',
  resumeText: (left: number) => `${people(left)} will still get it. Nobody gets it twice.`,
  resumed: 'We are sending the rest.',
  again: 'Duplicate',
  about: 'About this message',
  sent: 'Sent',
  refused: 'Not reached',
  left: 'Still to send',
  leftStopped: 'Not sent',
  waitingNote: (count: number) => `We will retry ${number(count)}`,

  log: 'Not reached',
  logIntro:
    'The mail server refused these, or has not accepted them yet. Correct an address on the order’s page, then send that person another message.',
  address: 'E-mail',
  order: 'Order',
  what: 'Why',
  /** The recorded error in plain words, or as recorded if we have none. */
  why: (error: string) => {
    const answer = /failed with (\d{3})/.exec(error)?.[1];
    if (answer?.startsWith('5')) return `The mail server refuses this address (${answer}).`;
    if (answer !== undefined) return `The mail server has not accepted it yet (${answer}).`;
    return error.startsWith('There is nothing left to send') ? 'No longer has a valid ticket.' : error;
  },
  refusedForGood: 'Refused',
  triedAgain: 'We will retry',
};

export const useMessageTexts = pageTexts({ en, fr: en });
export type MessageTexts = typeof en;
