import { roomTexts } from '../../../texts/page-texts.ts';
import { en } from './en.ts';

export const usePictureTexts = roomTexts({ en, fr: en });
