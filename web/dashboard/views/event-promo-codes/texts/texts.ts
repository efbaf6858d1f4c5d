import { roomTexts } from '../../../room-texts.ts';
import { en } from './en.ts';

export const useEventPromoCodesTexts = roomTexts({ en, fr: en });
