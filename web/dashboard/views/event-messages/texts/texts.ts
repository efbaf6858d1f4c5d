import { roomTexts } from '../../../room-texts.ts';
import { en } from './en.ts';

export const useMessageTexts = roomTexts({ en, fr: en });
export type MessageTexts = typeof en;
