import { textsWith } from '../../texts/page-texts.ts';
import { en } from './en.ts';

export const useSettingsTexts = textsWith({ en: { settings: en }, fr: { settings: en } });
export type SettingsTexts = ReturnType<typeof useSettingsTexts>;
