import { roomTexts } from '../../texts/page-texts.ts';
import { en } from './en.ts';

export const useEventCancelTexts = roomTexts({ en, fr: en });
export type EventCancelTexts = typeof en;
