import { en as checkout } from '../checkout/texts/en.ts';
import { startStorefront } from './start-storefront.ts';
import { en } from './texts/en.ts';

startStorefront(en, checkout);
