import { textsWith } from '../texts/page-texts.ts';
import { me } from '../texts/en/me.ts';

const en = { me };

export const useMeTexts = textsWith({ en, fr: en });
export type MeTexts = ReturnType<typeof useMeTexts>;
