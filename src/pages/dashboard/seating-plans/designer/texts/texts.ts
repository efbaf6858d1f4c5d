import { pageTexts } from '../../../texts/page-texts.ts';
import { en } from './en.ts';

export type SeatingPlanTexts = typeof en;
export const useSeatingPlanTexts: () => SeatingPlanTexts = pageTexts({ en, fr: en });
