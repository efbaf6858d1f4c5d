import { Type } from 'typebox';
import {
  addLanguage,
  changeFirstLanguage,
  removeLanguage,
} from '../../../events/translations/change-languages.ts';
import { readEventTexts } from '../../../events/translations/read-translations.ts';
import { saveTranslation } from '../../../events/translations/save-translation.ts';
import { OneOf } from '../../../http/schema.ts';
import { ROUTES } from '../../../routes.ts';
import { listOwnTexts, translatedText } from '../../../rules/event-texts.ts';
import { LANGUAGES } from '../../../values/language.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import type { PageRoutes } from '../access/page-routes.ts';
import { loadEvent } from '../event-layout/data.ts';
import { FirstLanguageBody, LanguageBody, TranslationBody } from './bodies.ts';

const Shown = Type.Object({ language: Type.Optional(OneOf(LANGUAGES)) });

/** The event's own texts in further languages. */
export function registerEventTranslations(
  { view, change }: PageRoutes,
  { database }: Pick<DashboardDeps, 'database'>,
): void {
  const routes = ROUTES.eventTranslations;

  view(routes.view, { shows: 'eventTranslations', query: Shown }, async ({ member, params, query }) => {
    const { event } = await loadEvent(database, member, params.eventId);
    const { event: stored, own, translations } = await readEventTexts(database, params);
    const texts = listOwnTexts(own);
    const shown = query.language === undefined ? undefined : translations.get(query.language);
    return {
      event,
      version: stored.version,
      first: stored.language,
      total: texts.length,
      languages: [...translations].map(([language, translation]) => ({
        language,
        translated: texts.filter((text) => translatedText(translation, text) !== '').length,
      })),
      others: LANGUAGES.filter((language) => language !== stored.language && !translations.has(language)),
      shown:
        query.language !== undefined && shown
          ? {
              language: query.language,
              texts: texts.map((text) => ({ ...text, text: translatedText(shown, text) })),
            }
          : null,
    };
  });

  change(routes.changeFirst, { body: FirstLanguageBody }, changeFirstLanguage);
  change(routes.add, { body: LanguageBody }, addLanguage);
  change(routes.save, { body: TranslationBody }, saveTranslation);
  change(routes.remove, { body: LanguageBody }, removeLanguage);
}
