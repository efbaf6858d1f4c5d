import { textsWith } from '../texts/page-texts.ts';

const number = (count: number): string => count.toLocaleString('en');
const seats = (count: number): string => (count === 1 ? '1 seat' : `${number(count)} seats`);

const en = {
  title: 'Seating plans',
  intro: 'Draw a hall once, publish it, and use it for every event there, each with its own prices.',
  list: 'Your plans',
  emptyTitle: 'No seating plans yet',
  emptyText:
    'Start from a template below, upload a plan or a list of seats, or start from scratch. Nothing goes on sale until an event uses the plan.',
  startTitle: 'Start a plan',
  startIntro: 'You get your own copy of the template. Change whatever is different in your hall.',
  create: 'Empty plan',
  newName: 'New hall',
  upload: 'Upload a plan or a list',
  uploadHint: 'A seating plan as JSON, from here or from pretix, or a list of seats as CSV.',
  uploading: 'Reading the file…',
  tooLarge: 'The file is too large. A plan can have up to 8 million characters.',
  madeFrom: (name: string) => `“${name}” created from the file.`,
  openPlan: 'Open',
  name: 'Plan',
  seats: 'Seats',
  seatCount: seats,
  state: 'Status',
  neverPublished: 'Draft',
  published: (version: number) => `Version ${version}`,
  hasChanges: 'Draft has changes',
  usedBy: 'Used by',
  unused: 'No events yet',
  moreEvents: (count: number) => `and ${number(count)} more`,
  changed: 'Changed',
  rename: 'Rename',
  renameTitle: 'Rename plan',
  renamed: (name: string) => `Plan renamed to “${name}”.`,
  duplicate: 'Duplicate',
  copyOf: (name: string) => `${name} (copy)`,
  duplicated: (name: string) => `“${name}” created.`,
  archive: 'Archive',
  archived: (name: string) => `“${name}” archived. Events that use it are not affected.`,
  downloads: [
    ['json', 'Download (JSON)'],
    ['pretix', 'Download for pretix'],
    ['csv', 'Download as a list (CSV)'],
  ] as [string, string][],
};

export const useSeatingPlansTexts = textsWith({ en: { plans: en }, fr: { plans: en } });
export type SeatingPlansTexts = ReturnType<typeof useSeatingPlansTexts>;
