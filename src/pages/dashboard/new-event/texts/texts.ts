import { roomTexts } from '../../texts/page-texts.ts';
import { en } from './en.ts';

export const useNewEventTexts = roomTexts({ en, fr: en });
