import { roomTexts } from '../../texts/page-texts.ts';
import { en } from './en.ts';

export const useEventSeatsTexts = roomTexts({ en, fr: en });
