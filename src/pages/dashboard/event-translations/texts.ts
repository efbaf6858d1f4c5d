import type { ShownText } from './data.ts';
import { plural } from '../texts/en/words.ts';
import { pageTexts } from '../texts/page-texts.ts';

const en = {
  firstTitle: 'First language',
  firstIntro:
    'The language that you write the event’s texts in. Buyers see these texts wherever a translation is missing.',
  language: 'Language',
  saveFirst: 'Save language',
  firstSaved: 'Saved. The texts themselves are unchanged.',
  listTitle: 'Translations',
  listIntro:
    'Pages for buyers, e-mails and tickets show your texts in the buyer’s language if you translate them here. You can publish at any time: missing texts appear in the first language.',
  noneYet: 'There is no translation yet.',
  progress: (translated: number, total: number) =>
    translated === total ? 'All texts are translated.' : `${translated} of ${total} texts are translated.`,
  translate: 'Translate',
  translateInto: (language: string) => `Translate into ${language}`,
  add: 'Add language',
  addLabel: 'Another language',
  added: (language: string) => `${language} added. Translate the texts below.`,
  allAdded: 'All languages that buyers can choose are in the list.',
  textsTitle: (language: string) => `Texts in ${language}`,
  missing: (count: number) => `${plural(count, 'text is', 'texts are')} not translated yet:`,
  complete: 'All texts are translated.',
  moreMissing: (count: number) => `and ${count} more`,
  emptyHint: 'Leave a field empty to show the first language.',
  save: 'Save translation',
  saved: 'Saved. Buyers see it now.',
  remove: 'Remove language',
  removeTitle: (language: string) => `Remove all texts in ${language}?`,
  removeText: 'Buyers see the first language instead. You can’t undo this.',
  removed: 'Language removed.',
  kept: 'Keep it',
};

export const useEventTranslationsTexts = pageTexts({ en, fr: en });

const FIELDS: Record<string, string> = {
  'event.name': 'Name of the event',
  'event.previewDescription': 'Preview text',
  'event.description': 'Description',
  'event.directions': 'Directions',
  'event.hostMessage': 'Message to ticket holders',
  'ticketTypes.name': 'Ticket type',
  'ticketTypes.description': 'Description of the ticket type',
  'questions.label': 'Question',
  'questions.help': 'Explanation of the question',
  'questions.choices': 'Choice',
};

// A label is to be read at a glance.
const MAX_LABEL = 60;

/** The label of a text. Short texts are named in it: an event has many ticket types and choices. */
export function labelOf({ path, original, kind }: Pick<ShownText, 'path' | 'original' | 'kind'>): string {
  const [of = '', field = ''] = path[0] === 'event' ? path : [path[0] ?? '', path[2] ?? ''];
  const label = FIELDS[`${of}.${field}`] ?? field;
  if (of === 'event' || kind !== 'line') return label;
  return `${label} “${original.length > MAX_LABEL ? `${original.slice(0, MAX_LABEL)}…` : original}”`;
}
