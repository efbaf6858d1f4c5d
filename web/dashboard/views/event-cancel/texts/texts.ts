import { roomTexts } from '../../../room-texts.ts';
import { en } from './en.ts';

export const useEventCancelTexts = roomTexts({ en, fr: en });
export type EventCancelTexts = typeof en;
