import { roomTexts } from '../../texts/page-texts.ts';
import { en } from './en.ts';

export const useBuyerDataTexts = roomTexts({ en, fr: en });
