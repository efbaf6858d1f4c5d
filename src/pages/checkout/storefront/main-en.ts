import { en as checkout } from '../embed/texts/en.ts';
import { startStorefront } from './start-storefront.ts';

startStorefront(checkout);
