// The dashboard runs this too: nothing here may need Node.
import { Object as Body, Optional, String } from 'typebox';
import { fingerprint } from '../values/fingerprint.ts';
import { CHOICES, MAX_HELP_CHARACTERS, MAX_LABEL_CHARACTERS, type AskedQuestion } from './questions.ts';
import { MAX_MARKDOWN_CHARACTERS } from './rich-text.ts';

/** All texts that the host of an event has written for buyers, in the event's first language. Empty: there is none. */
export type OwnTexts = {
  event: {
    name: string;
    previewDescription: string;
    description: string;
    directions: string;
    hostMessage: string;
  };
  ticketTypes: { id: string; name: string; description: string }[];
  questions: Pick<AskedQuestion, 'id' | 'label' | 'help' | 'choices'>[];
};

/** The translated part of it. By id, and choices by those of the first language: a choice that is changed needs a new translation. */
export type Translation = {
  event: Partial<OwnTexts['event']>;
  ticketTypes: Record<string, { name?: string; description?: string }>;
  questions: Record<string, TranslatedQuestion>;
};
export type TranslatedQuestion = { label?: string; help?: string; choices?: Record<string, string> };

export const NO_TRANSLATION: Translation = { event: {}, ticketTypes: {}, questions: {} };

/** One text: its place in a translation, and the name of its field. */
export type OwnText = {
  name: string;
  path: readonly string[];
  original: string;
  maxLength: number;
  kind: 'line' | 'paragraphs' | 'markdown';
};

/** The texts that there are to translate, in the order that buyers meet them. */
export function listOwnTexts({ event, ticketTypes, questions }: OwnTexts): OwnText[] {
  const text = (
    path: readonly string[],
    original: string,
    rest: Pick<OwnText, 'kind' | 'maxLength'> & { name?: string },
  ): OwnText => ({ name: path.join('-'), path, original, ...rest });
  return [
    text(['event', 'name'], event.name, { kind: 'line', maxLength: 200 }),
    text(['event', 'previewDescription'], event.previewDescription, { kind: 'paragraphs', maxLength: 500 }),
    text(['event', 'description'], event.description, {
      kind: 'markdown',
      maxLength: MAX_MARKDOWN_CHARACTERS,
    }),
    text(['event', 'directions'], event.directions, { kind: 'paragraphs', maxLength: 2_000 }),
    text(['event', 'hostMessage'], event.hostMessage, { kind: 'paragraphs', maxLength: 2_000 }),
    ...ticketTypes.flatMap(({ id, name, description }) => [
      text(['ticketTypes', id, 'name'], name, { kind: 'line', maxLength: 200 }),
      text(['ticketTypes', id, 'description'], description, { kind: 'paragraphs', maxLength: 2_000 }),
    ]),
    ...questions.flatMap(({ id, label, help, choices }) => [
      text(['questions', id, 'label'], label, { kind: 'line', maxLength: MAX_LABEL_CHARACTERS }),
      text(['questions', id, 'help'], help, { kind: 'paragraphs', maxLength: MAX_HELP_CHARACTERS }),
      ...choices.map((choice) =>
        text(['questions', id, 'choices', choice], choice, {
          kind: 'line',
          maxLength: CHOICES.maxCharacters,
          // By the choice and not by its place: a colleague may remove the one before it meanwhile.
          name: `questions-${id}-choices-${fingerprint(choice)}`,
        }),
      ),
    ]),
  ].filter(({ original }) => original !== '');
}

type Tree = { [key: string]: Tree | string | undefined };

/** The translation of a text; empty: it has none. */
export function translatedText(translation: Translation, { path }: Pick<OwnText, 'path'>): string {
  let at: Tree | string | undefined = translation;
  for (const key of path) at = typeof at === 'object' && Object.hasOwn(at, key) ? at[key] : undefined;
  return typeof at === 'string' ? at : '';
}

/** A translation made of the texts that are not empty. */
export function toTranslation(texts: readonly { path: readonly string[]; text: string }[]): Translation {
  const made = structuredClone(NO_TRANSLATION);
  for (const { path, text } of texts) {
    if (text === '') continue;
    let at: Tree = made;
    for (const key of path.slice(0, -1)) {
      if (!Object.hasOwn(at, key)) define(at, key, {});
      at = at[key] as Tree;
    }
    define(at, path.at(-1) ?? '', text);
  }
  return made;
}

/** A host may offer any choice, `__proto__` too. */
const define = (at: Tree, key: string, value: Tree | string): void =>
  void Object.defineProperty(at, key, { value, enumerable: true, configurable: true, writable: true });

/** The rules of the fields: a translation may be as long as its original. Empty: not translated. */
export const translationSchema = (texts: readonly OwnText[]) =>
  Body(
    Object.fromEntries(
      texts.map(({ name, maxLength, kind }) => [
        name,
        Optional(String({ maxLength, format: kind === 'line' ? 'line-or-empty' : 'paragraphs' })),
      ]),
    ),
    { additionalProperties: false },
  );

/** The questions as a buyer reads them. Answers stay in the first language, so that the host gets one list of them. */
export const translateQuestions = (
  questions: AskedQuestion[],
  translated: Translation['questions'] | undefined,
): AskedQuestion[] =>
  translated === undefined
    ? questions
    : questions.map((question) => translateQuestion(question, translated[question.id]));

function translateQuestion(question: AskedQuestion, words: TranslatedQuestion | undefined): AskedQuestion {
  if (!words) return question;
  const { choices: labels } = words;
  return {
    ...question,
    label: words.label ?? question.label,
    help: question.help && (words.help ?? question.help),
    ...(labels && {
      choiceLabels: question.choices.map((choice) =>
        Object.hasOwn(labels, choice) ? (labels[choice] ?? choice) : choice,
      ),
    }),
  };
}
