import { roomTexts } from '../../texts/page-texts.ts';
import { en } from './en.ts';

export type OrderTexts = typeof en;

export const useOrderTexts = roomTexts({ en, fr: en });
