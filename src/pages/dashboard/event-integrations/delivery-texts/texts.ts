import { roomTexts } from '../../texts/page-texts.ts';
import { en } from './en.ts';

export const useEventDeliveryTexts = roomTexts({ en, fr: en });
