import { fr as checkout } from '../checkout/texts/fr.ts';
import { startStorefront } from './start-storefront.ts';

startStorefront(checkout);
