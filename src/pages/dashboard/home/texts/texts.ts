import { textsWith } from '../../texts/page-texts.ts';
import { en } from './en.ts';

export const useHomeTexts = textsWith({ en: { home: en }, fr: { home: en } });
export type HomeTexts = ReturnType<typeof useHomeTexts>;
