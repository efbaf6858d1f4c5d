import { roomTexts } from '../../texts/page-texts.ts';
import { en } from './en.ts';

export const useEventPromoCodesTexts = roomTexts({ en, fr: en });
