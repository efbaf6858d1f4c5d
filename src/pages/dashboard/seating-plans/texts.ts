import { textsWith } from '../texts/page-texts.ts';

const number = (count: number): string => count.toLocaleString('en');
const seats = (count: number): string => (count === 1 ? '1 seat' : `${number(count)} seats`);

const en = {
  title: 'Seating plans',
  intro:
    'Halls as drawings. Draw a hall once, publish it, and use it for every event there, each with its own prices.',
  list: 'Your plans',
  emptyTitle: 'No hall is drawn yet',
  emptyText:
    'Start from a template below, upload a plan or a list of seats, or begin with an empty sheet. Nothing is sold before an event uses the plan.',
  startTitle: 'Start a plan',
  startIntro:
    'A template is a copy of your own from the first moment: change whatever is different in your hall.',
  create: 'Empty plan',
  newName: 'New hall',
  upload: 'Upload a plan or a list',
  uploadHint: 'A seating plan as JSON, ours or one of pretix, or a list of seats as CSV.',
  uploading: 'Reading the file…',
  tooLarge: 'The file is too large: a plan has at most 8 million characters.',
  madeFrom: (name: string) => `“${name}” was made from the file.`,
  openPlan: 'Open it',
  name: 'Plan',
  seats: 'Seats',
  seatCount: seats,
  state: 'State',
  neverPublished: 'Draft',
  published: (version: number) => `Version ${version}`,
  hasChanges: 'Draft has changes',
  usedBy: 'Used by',
  unused: 'No event yet',
  moreEvents: (count: number) => `and ${number(count)} more`,
  changed: 'Changed',
  rename: 'Rename',
  renameTitle: 'Rename the plan',
  renamed: (name: string) => `The plan is called “${name}” now.`,
  duplicate: 'Duplicate',
  copyOf: (name: string) => `${name} (copy)`,
  duplicated: (name: string) => `“${name}” is a plan of its own now.`,
  archive: 'Put away',
  archived: (name: string) => `“${name}” was put away. Events that use it go on.`,
  downloads: [
    ['json', 'Download (JSON)'],
    ['pretix', 'Download for pretix'],
    ['csv', 'Download as a list (CSV)'],
  ] as [string, string][],
};

export const useSeatingPlansTexts = textsWith({ en: { plans: en }, fr: { plans: en } });
export type SeatingPlansTexts = ReturnType<typeof useSeatingPlansTexts>;
