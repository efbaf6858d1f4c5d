import { startCheckout } from './start-checkout.tsx';
import { fr } from './texts/fr.ts';

startCheckout(fr);
