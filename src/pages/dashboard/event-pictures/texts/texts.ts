import { roomTexts } from '../../texts/page-texts.ts';
import { en } from './en.ts';

export const useEventPicturesTexts = roomTexts({ en, fr: en });
