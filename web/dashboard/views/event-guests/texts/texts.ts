import { roomTexts } from '../../../room-texts.ts';
import { en } from './en.ts';

export const useEventGuestsTexts = roomTexts({ en, fr: en });
