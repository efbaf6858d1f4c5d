import { roomTexts } from '../../../room-texts.ts';
import { en } from './en.ts';

export const useBuyerDataTexts = roomTexts({ en, fr: en });
