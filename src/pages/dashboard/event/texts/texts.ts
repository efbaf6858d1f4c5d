import { roomTexts } from '../../texts/page-texts.ts';
import { en } from './en.ts';

export const useOverviewTexts = roomTexts({ en, fr: en });
