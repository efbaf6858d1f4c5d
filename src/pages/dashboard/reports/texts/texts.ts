import { roomTexts } from '../../texts/page-texts.ts';
import { en } from './en.ts';

export type ReportTexts = typeof en;
export const useReportTexts = roomTexts<ReportTexts>({ en, fr: en });
