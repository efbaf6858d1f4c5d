import type { SalesPeriod } from './sales-periods.ts';
import type { PublishStep } from '../../../events/publish-checklist.ts';
import { pageTexts } from '../texts/page-texts.ts';

/** What a step is called, what is still to be done for it, and what the link to there says. */
type Step = { title: string; todo: string; go: string };

const en = {
  checklist: 'Before you publish',
  checklistReady: 'Ready to publish',
  intro: 'Nobody outside your team sees this draft.',
  progress: (done: number, all: number) => `${done} of ${all} needed steps done`,
  done: 'Done',
  toDo: 'To do',
  recommended: 'Recommended',
  steps: {
    date: {
      title: 'A date ahead',
      todo: 'The event begins in the past. Choose when it takes place.',
      go: 'Change the date',
    },
    place: { title: 'A place', todo: 'Buyers want to know where it is.', go: 'Add the place' },
    ticket_type: {
      title: 'Tickets to sell',
      todo: 'No ticket type is on sale once the event is public, nor later.',
      go: 'Add tickets',
    },
    seats: {
      title: 'Seats',
      todo: 'A Seat Map event is sold seat by seat, and has none yet.',
      go: 'Add seats',
    },
    payment_account: {
      title: 'A way to be paid',
      todo: 'No payment account takes the currency of this event.',
      go: 'Add a payment account',
    },
    host_confirmed: {
      title: 'A confirmed e-mail address',
      todo: 'An owner opens the link that we sent when the account was made.',
      go: 'Your account',
    },
    contact: {
      title: 'An address for questions',
      todo: 'Buyers see nobody to ask, and answers to our e-mails reach nobody. It is among the settings of your host.',
      go: 'Add a contact e-mail',
    },
    description: {
      title: 'A description',
      todo: 'A few sentences on what happens sell more tickets.',
      go: 'Write it',
    },
    poster: {
      title: 'A poster',
      todo: 'It is on the event’s page, in lists and on tickets.',
      go: 'Add a poster',
    },
  } satisfies Record<PublishStep, Step> as Record<PublishStep, Step>,
  sandbox: 'Only the sandbox of this test installation: no money moves. For real sales, connect an account.',
  askOwner: 'An owner of this host can add one.',
  goOn: 'Go on filling it in',
  choices: 'How it goes public',
  comingSoon: 'Coming soon',
  comingSoonHint: 'It is announced. Nothing is sold until you switch this off.',
  unlisted: 'Unlisted',
  unlistedHint: 'It is in no list and no search. Whoever has the link sees it and can buy.',
  publish: 'Publish',
  notYet: 'You can publish once the needed steps are done.',
  published: (name: string) => `${name} is public.`,
  unpublish: 'Back to draft',
  staysPublic:
    'Tickets were ordered, or put into a cart within the last days, so it can’t be a draft again. Stop the sale by announcing it only, make it unlisted, or cancel it.',
  unpublished: (name: string) => `${name} is a draft again.`,
  visibility: 'Visibility',
  isPublic: 'It is public, in your shop’s lists and in search.',
  isUnlisted: 'It is public for those who have the link, and in no list.',
  isAnnounced: 'Nothing is sold yet: it is announced only.',
  switchOn: { isComingSoon: 'Announce only', isUnlisted: 'Make it unlisted' },
  switchOff: { isComingSoon: 'Start the sale', isUnlisted: 'List it' },
  switched: {
    isComingSoon: (isOn: boolean) =>
      isOn ? 'It is announced only now: nothing is sold.' : 'It is no longer announced only.',
    isUnlisted: (isOn: boolean) => (isOn ? 'It is unlisted now.' : 'It is listed now.'),
  },
  next: 'Next steps',
  nextSteps: {
    embed: { title: 'Sell on your own site', text: 'Copy the checkout into your page, in your colours.' },
    promoCodes: { title: 'Promo codes', text: 'A discount for friends, members or early birds.' },
    integrations: { title: 'Hear of every sale', text: 'Webhooks tell your own systems who bought what.' },
    duplicate: { title: 'Duplicate', text: 'The same event on another date, with all that it has.' },
  },
  over: 'It is over',
  cancelled: 'It was cancelled',
  overText:
    'An event that is over or cancelled is not published again. Make a new one from it, for another date.',
  duplicate: 'Duplicate',
  more: 'More',
  deleteDraft: 'Delete draft',
  deleteTitle: 'Delete this draft?',
  deleteText: (name: string) =>
    `${name} goes for good, with its ticket types, seats and promo codes. It was never public, so nobody will miss it.`,
  deleted: (name: string) => `${name} is deleted.`,
  sales: {
    title: 'Sales over time',
    ways: 'How sales are shown',
    period: 'Period',
    tickets: 'Tickets',
    money: 'Sales',
    table: 'Table',
    others: 'Others',
    when: 'When',
    orders: 'Orders',
    refunds: 'Refunds',
    periods: {
      all: 'since the first sale',
      hour: 'in the last hour',
      day: 'in the last 24 hours',
      week: 'in the last 7 days',
      month: 'in the last 30 days',
      year: 'in the last year',
    } satisfies Record<SalesPeriod, string> as Record<SalesPeriod, string>,
    shortPeriods: {
      all: 'All',
      hour: 'Hour',
      day: 'Day',
      week: 'Week',
      month: 'Month',
      year: 'Year',
    } satisfies Record<SalesPeriod, string> as Record<SalesPeriod, string>,
    weekOf: (day: string) => `Week of ${day}`,
    nothingYet: 'Nothing was sold yet.',
    nothing: (period: string) => `Nothing was sold ${period}.`,
    counting: 'What was sold before the last upgrade is still being counted, and not in here yet.',
    ticketSummary: (tickets: string, period: string) => `Tickets sold ${period}: ${tickets}`,
    moneySummary: (amount: string, period: string) => `Sales ${period}: ${amount}`,
  },
};

export const useOverviewTexts = pageTexts({ en, fr: en });
