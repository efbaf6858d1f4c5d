import type { Language } from '../../../values/language.ts';
import { textsIn } from '../embed/texts/texts.ts';
import { startStorefront } from './start-storefront.ts';

startStorefront(textsIn(document.documentElement.lang as Language));
