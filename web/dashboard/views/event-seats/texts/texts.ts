import { roomTexts } from '../../../room-texts.ts';
import { en } from './en.ts';

export const useEventSeatsTexts = roomTexts({ en, fr: en });
