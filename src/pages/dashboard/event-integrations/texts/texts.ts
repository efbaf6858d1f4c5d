import { roomTexts } from '../../texts/page-texts.ts';
import { en } from './en.ts';

export const useEventIntegrationsTexts = roomTexts({ en, fr: en });
