import { roomTexts } from '../../texts/page-texts.ts';
import { en } from './en.ts';

export const useEventGuestsTexts = roomTexts({ en, fr: en });
