import { plural } from '../texts/en/words.ts';
import { textsWith } from '../texts/page-texts.ts';
import type { ShownVisit } from './data.ts';

const en = {
  title: 'Support',
  intro:
    'The support of this service can look at your dashboard if an owner allows it. It can only read: events, sales figures, reports, settings, payment accounts and team. It sees no buyers, orders, promo codes or keys, and exports nothing.',
  asked: 'Support asks to see your dashboard',
  who: 'Who',
  reason: 'Why',
  askedAt: 'Asked',
  answerBy: 'Answer by',
  hours: 'For how long',
  hoursLong: (count: number) => plural(count, 'hour', 'hours'),
  allow: 'Allow',
  allowed: (email: string) => `${email} can see your dashboard.`,
  refuse: 'Refuse',
  refused: 'Refused. Support sees nothing.',
  underWay: 'Support can see your dashboard',
  ended: 'Support can no longer see this dashboard.',
  until: 'Until',
  allowedBy: 'Allowed by',
  past: 'Earlier visits',
  when: 'When',
  outcome: 'Outcome',
  outcomes: {
    refused: (by: string) => `Refused by ${by}`,
    owner: (by: string) => `Ended by ${by}`,
    support: () => 'Ended by support',
    operator: () => 'Ended by the operator',
    time: () => 'Ended by itself',
  } satisfies Record<NonNullable<ShownVisit['endedHow']>, (by: string) => string>,
  withdrawn: 'Withdrawn by the operator',
  lapsed: 'Nobody answered in time',
  somebody: 'a former owner',
  pagesSeen: 'Opened pages',
  emptyTitle: 'Support has never asked',
  emptyText: 'If you ask for help, support may ask to look at your dashboard. You decide here.',
};

export const useSupportTexts = textsWith({ en: { support: en }, fr: { support: en } });
