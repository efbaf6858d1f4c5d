import { en as checkout } from '../checkout/texts/en.ts';
import { startStorefront } from './start-storefront.ts';

startStorefront(checkout);
