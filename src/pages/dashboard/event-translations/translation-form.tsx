import type { VNode } from 'preact';
import { Object as Body, type Static, type TSchema } from 'typebox';
import { translationSchema } from '../../../rules/event-texts.ts';
import { setApart } from '../../shared/set-apart.ts';
import { useDashboard } from '../dashboard.ts';
import { Form } from '../components/form.tsx';
import { Section } from '../components/section.tsx';
import { TextArea } from '../components/text-area.tsx';
import { TextField } from '../components/text-field.tsx';
import { useForm, type Form as FormState } from '../components/use-form.ts';
import { version } from './bodies.ts';
import type { EventTranslationsView as Data, ShownText } from './data.ts';
import { languageName } from '../components/name-language.ts';
import { useEventTranslationsTexts } from './texts.ts';

type Shown = NonNullable<Data['shown']>;
type Values = { version: number } & Record<string, string | number>;

// As many as a glance takes in. The fields themselves follow in the same order.
const MAX_LISTED = 8;

/** All texts side by side with those of the first language. Only what was changed is sent. */
export function TranslationForm({ data, shown }: { data: Data; shown: Shown }): VNode {
  const { send, page } = useDashboard();
  const texts = useEventTranslationsTexts();
  const name = languageName(shown.language, page.language);
  const form = useForm({
    schema: Body({ version, ...translationSchema(shown.texts).properties }, { additionalProperties: false }),
    initial: valuesOf(data, shown),
    keepAs: `translation ${data.event.eventId} ${shown.language}`,
    send: (body: Static<TSchema>, seen: unknown) => {
      const [before, after] = [seen as Values, body as Values];
      const { language } = shown;
      return send(page.inHost(`/events/${data.event.eventId}/translations/texts`), {
        method: 'PATCH',
        body: { version: after.version, language, texts: changedTexts(shown, { before, after }) },
        told: texts.saved,
        undo: {
          version: after.version + 1,
          language,
          texts: changedTexts(shown, { before: after, after: before }),
        },
      });
    },
  }) as unknown as FormState<Values>;
  // Drawn again after a save: the server's values are the new start.
  void form.isBusy.value;
  return (
    <Section title={texts.textsTitle(name)} intro={<MissingTexts form={form} shown={shown} />}>
      <Form form={form} submit={texts.save}>
        <p class="hint soft">{texts.emptyHint}</p>
        <ul class="stack gap-m translation-texts">
          {shown.texts.map((text) => (
            <li key={text.name} class="panel translation-text">
              <div class="original" lang={data.first} dir="auto">
                <span class="aloud">{texts.original(languageName(data.first, page.language))} </span>
                {text.original}
              </div>
              <TranslatedText form={form} text={text} />
            </li>
          ))}
        </ul>
      </Form>
    </Section>
  );
}

const valuesOf = ({ version: seen }: Data, { texts }: Shown): Values => ({
  ...Object.fromEntries(texts.map(({ name, text }) => [name, text])),
  version: seen,
});

const changedTexts = (
  { texts }: Shown,
  { before, after }: { before: Values; after: Values },
): { name: string; text: string }[] =>
  texts
    .map(({ name }) => ({ name, text: `${after[name] ?? ''}` }))
    // A colleague may have removed the text meanwhile: then there is nothing before.
    .filter(({ name, text }) => before[name] !== undefined && text !== before[name]);

function TranslatedText({ form, text }: { form: FormState<Values>; text: ShownText }): VNode {
  const { labelOf } = useEventTranslationsTexts();
  const field = { form, name: text.name, label: labelOf(text), hint: undefined, isOptional: true };
  return text.kind === 'line' ? (
    <TextField {...field} autocomplete="off" />
  ) : (
    <TextArea {...field} rows={Math.min(16, Math.max(3, text.original.split('\n').length + 1))} />
  );
}

/** Lists the missing texts, as links to their fields. It follows what is typed. */
function MissingTexts({ form, shown }: { form: FormState<Values>; shown: Shown }): VNode {
  const texts = useEventTranslationsTexts();
  const missing = shown.texts.filter(({ name }) => form.values.value[name] === '');
  if (missing.length === 0) return <>{texts.complete}</>;
  const count = missing.length;
  const more = count - MAX_LISTED;
  const links = missing.slice(0, MAX_LISTED).map((text, index) => (
    <>
      {index > 0 && ', '}
      <a key={text.name} href={`#${form.id}-${text.name}`}>
        {texts.labelOf(text)}
      </a>
    </>
  ));
  const say = (names: string): string =>
    more > 0 ? texts.missingAndMore({ count, names, more }) : texts.missing({ count, names });
  return <>{setApart(say, links)}</>;
}
