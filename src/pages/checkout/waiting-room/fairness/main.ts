import type { Language } from '../../../../values/language.ts';
import { startFairness } from './start-fairness.ts';
import { textsIn } from './texts/texts.ts';

startFairness(textsIn(document.documentElement.lang as Language));
