import { roomTexts } from '../../texts/page-texts.ts';
import { en } from './headliners-en.ts';

/** Of the list of headliners, which comes after the rest of the page. */
export const useHeadlinerTexts = roomTexts({ en, fr: en });
