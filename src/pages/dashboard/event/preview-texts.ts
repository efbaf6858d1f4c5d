import { pageTexts } from '../texts/page-texts.ts';

const en = {
  title: 'Preview',
  intro: 'See the event as buyers will. Nothing is held or sold.',
  page: 'Preview the event page',
  checkout: 'Preview the checkout',
  forOthers: 'Show it to others',
  noLink: 'Make a link for people outside your team. You can revoke it at any time.',
  link: 'Preview link',
  worksUntil: 'Works until',
  anybody: 'Anyone with the link can see the draft.',
  worksFor: 'Works for',
  days: (count: number) => (count === 1 ? '1 day' : `${count} days`),
  make: 'Make a link',
  made: 'The preview link works now.',
  replace: 'Make a new link',
  replaced: 'The new link works. The old link no longer works.',
  revoke: 'Revoke link',
  revoked: 'The preview link no longer works.',
};

export const usePreviewTexts = pageTexts({ en, fr: en });
