import { fr as checkout } from '../checkout/texts/fr.ts';
import { startStorefront } from './start-storefront.ts';
import { fr } from './texts/fr.ts';

startStorefront(fr, checkout);
