import { pageTexts } from '../texts/page-texts.ts';
import type { ShownText } from './data.ts';
import { textsIn, type Texts } from './texts/texts.ts';

// A label is to be read at a glance.
const MAX_LABEL = 60;

/** The label of a text. Short texts are named in it: an event has many ticket types and choices. */
function sayLabel(
  texts: Texts,
  { path, original, kind }: Pick<ShownText, 'path' | 'original' | 'kind'>,
): string {
  const [of = '', field = ''] = path[0] === 'event' ? path : [path[0] ?? '', path[2] ?? ''];
  const fields: Partial<Record<string, Partial<Record<string, string>>>> = texts.fields;
  const label = fields[of]?.[field] ?? field;
  if (of === 'event' || kind !== 'line') return label;
  const short = original.length > MAX_LABEL ? `${original.slice(0, MAX_LABEL)}…` : original;
  return texts.named({ field: label, original: short });
}

export const useEventTranslationsTexts = pageTexts((language) => {
  const texts = textsIn(language);
  return {
    ...texts,
    labelOf: (text: Pick<ShownText, 'path' | 'original' | 'kind'>): string => sayLabel(texts, text),
    progress: (translated: number, total: number): string =>
      translated === total ? texts.complete : texts.progress({ translated, total }),
  };
});
