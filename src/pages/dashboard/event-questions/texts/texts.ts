import { roomTexts } from '../../texts/page-texts.ts';
import { en } from './en.ts';

export const useEventQuestionsTexts = roomTexts({ en, fr: en });
