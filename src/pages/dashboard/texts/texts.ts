import { textsBy } from '../../shared/texts.ts';
import { en } from './en.ts';

export type Texts = typeof en;

// In English only, until somebody writes fr.ts; so are the server's texts here (src/pages/dashboard/access/send-view.ts).
export const textsIn = textsBy({ en, fr: en });
