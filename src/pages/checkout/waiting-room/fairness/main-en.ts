import { startFairness } from './start-fairness.ts';
import { wordsEn } from './words-en.ts';

startFairness(wordsEn);
