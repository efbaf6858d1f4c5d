import { roomTexts } from '../../../room-texts.ts';
import { en } from './en.ts';

export const useEventTicketsTexts = roomTexts({ en, fr: en });
