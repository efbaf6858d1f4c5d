import { fr as checkout } from '../../src/pages/checkout/embed/texts/fr.ts';
import { startStorefront } from './start-storefront.ts';

startStorefront(checkout);
