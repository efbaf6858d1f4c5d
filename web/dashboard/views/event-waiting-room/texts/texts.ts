import { roomTexts } from '../../../room-texts.ts';
import { en } from './en.ts';

export type WaitingRoomTexts = typeof en;
export const useWaitingRoomTexts = roomTexts({ en, fr: en });
