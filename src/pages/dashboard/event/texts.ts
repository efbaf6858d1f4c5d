import type { SalesPeriod } from './sales-periods.ts';
import type { PublishStep } from '../../../events/publish-checklist.ts';
import { pageTexts } from '../texts/page-texts.ts';

/** A step's name, the remaining task, and the text of its link. */
type Step = { title: string; todo: string; go: string };

const en = {
  checklist: 'Before you publish',
  checklistReady: 'Ready to publish',
  intro: 'Buyers don’t see this draft yet.',
  progress: (done: number, all: number) => `${done} of ${all} required steps done`,
  done: 'Done',
  toDo: 'To do',
  recommended: 'Recommended',
  steps: {
    date: {
      title: 'Date in the future',
      todo: 'The event starts in the past. Choose a new date.',
      go: 'Change the date',
    },
    place: { title: 'Place', todo: 'Tell buyers where it is.', go: 'Add the place' },
    join: { title: 'How to join', todo: 'We e-mail it to ticket holders.', go: 'Say how to join' },
    ticket_type: {
      title: 'Tickets to sell',
      todo: 'Add at least one ticket type on sale.',
      go: 'Add tickets',
    },
    seats: {
      title: 'Seats',
      todo: 'Add seats: a Seat Map event sells seat by seat.',
      go: 'Add seats',
    },
    payment_account: {
      title: 'Payment account',
      todo: 'Add a payment account for the currency of this event.',
      go: 'Add a payment account',
    },
    prices: {
      title: 'Prices your gateway takes',
      todo: 'Your payment gateway can’t charge one of the prices: it is too low, too high, or too fine.',
      go: 'Change the prices',
    },
    host_confirmed: {
      title: 'Confirmed e-mail address',
      todo: 'An owner must open the link in our first e-mail.',
      go: 'Your account',
    },
    contact: {
      title: 'Contact e-mail',
      todo: 'Buyers can’t contact you, and replies aren’t delivered. Add one in your host’s settings.',
      go: 'Add a contact e-mail',
    },
    description: {
      title: 'Description',
      todo: 'A few sentences about the event help to sell tickets.',
      go: 'Write it',
    },
    poster: {
      title: 'Poster',
      todo: 'Buyers see it on the event’s page, in lists and on tickets.',
      go: 'Add a poster',
    },
  } satisfies Record<PublishStep, Step> as Record<PublishStep, Step>,
  sandbox:
    'You use the sandbox of this test installation, so no money moves. For real sales, connect an account.',
  askOwner: 'An owner of this host can add one.',
  goOn: 'Continue editing',
  choices: 'Visibility',
  comingSoon: 'Coming soon',
  comingSoonHint: 'People see the event, but can’t buy until you turn this off.',
  unlisted: 'Unlisted',
  unlistedHint: 'Hidden from lists and search. Anyone with the link can see it and buy.',
  publish: 'Publish',
  notYet: 'Finish the required steps to publish.',
  published: (name: string) => `${name} is public.`,
  share: 'Share',
  unpublished: (name: string) => `${name} is a draft again.`,
  switched: {
    isComingSoon: (isOn: boolean) => (isOn ? 'Sales are paused.' : 'Sales are no longer paused.'),
    isUnlisted: (isOn: boolean) => (isOn ? 'The event is unlisted.' : 'The event is listed.'),
  },
  deleted: (name: string) => `${name} is deleted.`,
  sales: {
    title: 'Sales over time',
    ways: 'View of sales',
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
    nothingYet: 'No sales yet.',
    nothing: (period: string) => `No sales ${period}.`,
    counting: 'We are still counting sales from before the last upgrade. They are not included yet.',
    ticketSummary: (tickets: string, period: string) => `Tickets sold ${period}: ${tickets}`,
    moneySummary: (amount: string, period: string) => `Sales ${period}: ${amount}`,
  },
};

export const useOverviewTexts = pageTexts({ en, fr: en });
