import { en as checkout } from '../../src/pages/checkout/embed/texts/en.ts';
import { startStorefront } from './start-storefront.ts';

startStorefront(checkout);
