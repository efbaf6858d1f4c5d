import { roomTexts } from '../../../room-texts.ts';
import { en } from './en.ts';

export const useEventPicturesTexts = roomTexts({ en, fr: en });
