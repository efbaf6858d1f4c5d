import { roomTexts } from '../../../room-texts.ts';
import { en } from './en.ts';

export const useEventDetailsTexts = roomTexts({ en, fr: en });
