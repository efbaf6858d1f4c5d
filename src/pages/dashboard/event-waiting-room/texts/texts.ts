import { roomTexts } from '../../texts/page-texts.ts';
import { en } from './en.ts';

export const useWaitingRoomTexts = roomTexts({ en, fr: en });
