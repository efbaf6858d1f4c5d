import type { Signal } from '@preact/signals';
import type { ComponentChildren, VNode } from 'preact';
import { LANGUAGES, type Language } from '../../../values/language.ts';
import { useMessageTexts } from './texts.ts';

export type Ways = { language: Language; part: 'html' | 'text' };

/** The language, and with or without layout. */
export function MailWays({ ways, children }: { ways: Signal<Ways>; children: ComponentChildren }): VNode {
  const texts = useMessageTexts();
  return (
    <>
      <div class="cluster message-ways">
        <fieldset>
          <legend class="aloud">{texts.part}</legend>
          {(['html', 'text'] as const).map((part) => (
            <label key={part}>
              <input
                type="radio"
                name="message-part"
                checked={ways.value.part === part}
                onChange={() => (ways.value = { ...ways.value, part })}
              />
              {texts.parts[part]}
            </label>
          ))}
        </fieldset>
        <fieldset>
          <legend class="aloud">{texts.language}</legend>
          {LANGUAGES.map((language) => (
            <label key={language}>
              <input
                type="radio"
                name="message-language"
                checked={ways.value.language === language}
                onChange={() => (ways.value = { ...ways.value, language })}
              />
              {texts.languages[language]}
            </label>
          ))}
        </fieldset>
      </div>
      {children}
    </>
  );
}
