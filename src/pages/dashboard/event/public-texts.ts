import { pageTexts } from '../texts/page-texts.ts';
import type { Choices } from './use-publishing.ts';

const en = {
  unpublish: 'Back to draft',
  staysPublic:
    'You can’t make it a draft again: people ordered tickets, or put them into a cart in the last days.',
  /** Advises nothing that is done already. */
  insteadOfDraft: ({ isComingSoon, isUnlisted }: Choices) => {
    const others = [!isComingSoon && 'pause sales', !isUnlisted && 'make it unlisted'].filter(Boolean);
    return `You can ${[...others, 'cancel it'].join(' or ')} instead.`;
  },
  visibility: 'Visibility',
  isPublic: 'The event is public, in your shop’s lists and in search.',
  isUnlisted: 'Only people with the link can see the event.',
  isStopped:
    'The operator of this service has stopped sales. Contact them to resume. Buyers see “Coming soon”.',
  isAnnounced: 'Sales are paused. Buyers see “Coming soon”.',
  switchOn: { isComingSoon: 'Pause sales (“Coming soon”)', isUnlisted: 'Make unlisted' },
  switchOff: { isComingSoon: 'Start sales', isUnlisted: 'Make listed' },
  next: 'Next steps',
  nextSteps: {
    embed: { title: 'Sell on your own site', text: 'Copy the checkout into your page, in your colours.' },
    promoCodes: { title: 'Promo codes', text: 'Give a discount to friends, members or early birds.' },
    integrations: {
      title: 'Get notified of sales',
      text: 'Webhooks send each purchase to your own systems.',
    },
    duplicate: { title: 'Duplicate', text: 'Copy this event to another date.' },
  },
  over: 'This event is over',
  cancelled: 'This event was cancelled',
  overText: 'You can’t publish it again. Duplicate it for another date.',
  duplicate: 'Duplicate',
  more: 'More',
  deleteDraft: 'Delete draft',
  deleteTitle: 'Delete this draft?',
  deleteText: (name: string) =>
    `We delete ${name} with its ticket types, seats and promo codes. You can’t undo this.`,
};

export const usePublicTexts = pageTexts({ en, fr: en });
