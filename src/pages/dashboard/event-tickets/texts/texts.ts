import { roomTexts } from '../../texts/page-texts.ts';
import { en } from './en.ts';

export const useEventTicketsTexts = roomTexts({ en, fr: en });
