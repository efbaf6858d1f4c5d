import { textsWith } from '../texts/page-texts.ts';
import { textsIn } from './texts/texts.ts';

export const useSettingsTexts = textsWith((language) => ({ settings: textsIn(language) }));
export type SettingsTexts = ReturnType<typeof useSettingsTexts>;
