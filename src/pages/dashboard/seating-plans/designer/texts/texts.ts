import { roomTexts } from '../../../texts/page-texts.ts';
import { en } from './en.ts';

export type SeatingPlanTexts = typeof en;
export const useSeatingPlanTexts: () => SeatingPlanTexts = roomTexts({ en, fr: en });
