import { roomTexts } from '../../texts/page-texts.ts';
import { en } from './en.ts';

export const useDuplicateTexts = roomTexts({ en, fr: en });
