import { roomTexts } from '../../texts/page-texts.ts';
import { counter } from './counter.ts';
import { en } from './en.ts';

export const useAddGuestsTexts = roomTexts({ en, fr: en });
export const useCounterTexts = roomTexts({ en: counter, fr: counter });
