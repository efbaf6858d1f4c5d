import { roomTexts } from '../../../room-texts.ts';
import { en } from './en.ts';

export type CheckInTexts = typeof en;
export const useCheckInTexts = roomTexts({ en, fr: en });
