import { roomTexts } from '../../texts/page-texts.ts';
import { en } from './en.ts';

export const useMessageTexts = roomTexts({ en, fr: en });
export type MessageTexts = typeof en;
