import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { LANGUAGES, type Language } from '../../../values/language.ts';
import type { ViewProps } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Form } from '../components/form.tsx';
import { Section } from '../components/section.tsx';
import { SelectField } from '../components/select-field.tsx';
import { useForm } from '../components/use-form.ts';
import { EventLayout } from '../event-layout/event-layout.tsx';
import { FirstLanguageBody, LanguageBody } from './bodies.ts';
import type { EventTranslationsView as Data } from './data.ts';
import { languageName } from '../components/name-language.ts';
import { useEventTranslationsTexts } from './texts.ts';
import { TranslationForm } from './translation-form.tsx';

/** The languages of an event's texts, and the texts of one of them beside those of the first. */
export function EventTranslationsView({ data }: ViewProps<'eventTranslations'>): VNode {
  return (
    <EventLayout event={data.event} page="translations">
      <LanguageList data={data} />
      {data.shown && <TranslationForm key={data.shown.language} data={data} shown={data.shown} />}
      <FirstLanguage data={data} />
    </EventLayout>
  );
}

const useChoices = (languages: readonly Language[]): { value: Language; label: string }[] => {
  const { page } = useDashboard();
  return languages.map((value) => ({ value, label: languageName(value, page.language) }));
};

function FirstLanguage({ data }: { data: Data }): VNode {
  const { send, page } = useDashboard();
  const texts = useEventTranslationsTexts();
  const form = useForm({
    schema: FirstLanguageBody,
    texts,
    initial: { version: data.version, language: data.first },
    send: (body) =>
      send(page.inHost(`/events/${data.event.eventId}/translations`), {
        method: 'PATCH',
        body,
        told: texts.firstSaved,
      }),
  });
  void form.isBusy.value;
  const translated = new Set(data.languages.map(({ language }) => language));
  const choices = useChoices(LANGUAGES.filter((language) => !translated.has(language)));
  return (
    <Section title={texts.firstTitle} intro={texts.firstIntro} isCard>
      <Form form={form} submit={texts.saveFirst} isSecond>
        <SelectField form={form} name="language" choices={choices} />
      </Form>
    </Section>
  );
}

function LanguageList({ data }: { data: Data }): VNode {
  const { page, send } = useDashboard();
  const texts = useEventTranslationsTexts();
  const removing = useSignal<Language | null>(null);
  const address = page.inHost(`/events/${data.event.eventId}/translations`);
  const nameOf = (language: Language): string => languageName(language, page.language);
  return (
    <Section title={texts.listTitle} intro={texts.listIntro} isCard>
      {data.languages.length === 0 && <p class="soft below-m">{texts.noneYet}</p>}
      <ul class="stack gap-s">
        {data.languages.map(({ language, translated }) => (
          <li key={language} class="row wrap spread gap-s">
            <span>
              <strong>{nameOf(language)}</strong>
              <span class="soft"> · {texts.progress(translated, data.total)}</span>
            </span>
            <span class="row wrap gap-xs">
              {data.shown?.language !== language && (
                <a
                  class="second"
                  href={`${address}?language=${language}`}
                  aria-label={texts.translateInto(nameOf(language))}
                >
                  {texts.translate}
                </a>
              )}
              <button
                type="button"
                class="second"
                aria-label={texts.removeOf(nameOf(language))}
                onClick={() => (removing.value = language)}
              >
                {texts.remove}
              </button>
            </span>
          </li>
        ))}
      </ul>
      {data.others.length === 0 ? (
        <p class="soft above-m">{texts.allAdded}</p>
      ) : (
        <AddLanguage key={data.others.join()} data={data} address={address} />
      )}
      {removing.value !== null && (
        <ConfirmDialog
          title={texts.removeTitle(nameOf(removing.value))}
          confirm={texts.remove}
          keep={texts.kept}
          onConfirm={() =>
            send(`${address}/remove`, {
              body: { language: removing.value },
              told: texts.removed,
              onClose: () => (removing.value = null),
            })
          }
          onClose={() => (removing.value = null)}
        >
          {texts.removeText}
        </ConfirmDialog>
      )}
    </Section>
  );
}

/** Adds a language, and opens its texts. */
function AddLanguage({ data, address }: { data: Data; address: string }): VNode {
  const { call, router, toasts, page } = useDashboard();
  const texts = useEventTranslationsTexts();
  const choices = useChoices(data.others);
  const form = useForm({
    schema: LanguageBody,
    texts: { language: texts.addLabel },
    initial: { language: data.others[0] ?? '' },
    send: async (body) => {
      await call(`${address}/languages`, { method: 'POST', body });
      toasts.tell({ tone: 'good', text: texts.added(languageName(body.language, page.language)) });
      await router.go(`${address}?language=${body.language}`);
    },
  });
  return (
    <Form form={form} submit={texts.add}>
      <SelectField form={form} name="language" choices={choices} />
    </Form>
  );
}
