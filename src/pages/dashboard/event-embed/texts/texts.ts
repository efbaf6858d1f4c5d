import { roomTexts } from '../../texts/page-texts.ts';
import { en } from './en.ts';

export const useEventEmbedTexts = roomTexts({ en, fr: en });
