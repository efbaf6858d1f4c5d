import { startFairness } from './start-fairness.ts';
import { wordsFr } from './words-fr.ts';

startFairness(wordsFr);
