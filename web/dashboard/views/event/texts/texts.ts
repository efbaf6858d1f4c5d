import { roomTexts } from '../../../room-texts.ts';
import { en } from './en.ts';

export const useOverviewTexts = roomTexts({ en, fr: en });
