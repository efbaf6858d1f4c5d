import type { Language } from '../../../values/language.ts';
import { startCheckout } from './start-checkout.tsx';
import { textsIn } from './texts/texts.ts';

startCheckout(textsIn(document.documentElement.lang as Language));
