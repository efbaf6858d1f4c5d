import { textsWith } from '../../texts/page-texts.ts';
import { en } from './en.ts';

export const useKeysTexts = textsWith({ en: { keys: en }, fr: { keys: en } });
export type KeysTexts = ReturnType<typeof useKeysTexts>;
