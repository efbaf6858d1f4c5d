import { roomTexts } from '../../../room-texts.ts';
import { en } from './en.ts';

export const useAddGuestsTexts = roomTexts({ en, fr: en });
