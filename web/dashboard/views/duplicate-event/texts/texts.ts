import { roomTexts } from '../../../room-texts.ts';
import { en } from './en.ts';

export const useDuplicateTexts = roomTexts({ en, fr: en });
