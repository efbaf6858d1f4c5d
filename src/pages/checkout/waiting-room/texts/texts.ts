import { textsBy } from '../../../shared/texts.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';

export const roomTextsIn = textsBy({ en, fr });
