import { roomTexts } from '../../texts/page-texts.ts';
import { en } from './en.ts';

export const useEventDetailsTexts = roomTexts({ en, fr: en });
