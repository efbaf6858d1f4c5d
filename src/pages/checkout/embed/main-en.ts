import { startCheckout } from './start-checkout.tsx';
import { en } from './texts/en.ts';

startCheckout(en);
