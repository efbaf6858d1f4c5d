import { roomTexts } from '../../texts/page-texts.ts';
import { en } from './en.ts';

export type CheckInTexts = typeof en;
export const useCheckInTexts = roomTexts({ en, fr: en });
