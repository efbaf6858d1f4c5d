import { textsWith } from '../texts/page-texts.ts';
import { textsIn, type Texts } from './texts/texts.ts';

type Sentences = Partial<Record<string, string | ((name: string) => string)>>;

/** The sentence for an action, with the name of its subject. An action without a text is shown as it is. */
function sayAction({ actions, actionsWithoutName }: Texts, action: string, name: string): string {
  const unnamed: Sentences = name === '' ? actionsWithoutName : {};
  const sentence = unnamed[action] ?? (actions as Sentences)[action] ?? `${action} ${name}`.trim();
  return typeof sentence === 'string' ? sentence : sentence(name);
}

const WITH_VALUES = new Set(['status', 'kind']);

export const useAuditTexts = textsWith((language) => {
  const texts = textsIn(language);
  return {
    audit: {
      ...texts,
      action: (action: string, name: string) => sayAction(texts, action, name),
      /** The words for a value of these fields, where they are not the host's own. */
      valueOf(name: string, value: string): string | undefined {
        const words: Partial<Record<string, string>> =
          name === 'forOrders' ? texts.invoicedOrders : WITH_VALUES.has(name) ? texts.values : {};
        return words[value];
      },
      /** A changed field's name, unless the field's own name is a plain word. */
      field: (name: string) => (texts.fields as Partial<Record<string, string>>)[name],
    },
  };
});
export type AuditTexts = ReturnType<typeof useAuditTexts>;
