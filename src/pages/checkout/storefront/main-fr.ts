import { fr as checkout } from '../embed/texts/fr.ts';
import { startStorefront } from './start-storefront.ts';

startStorefront(checkout);
