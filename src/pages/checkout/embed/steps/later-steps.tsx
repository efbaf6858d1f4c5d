// So that all that the page has begun with stays one file: see start-checkout.tsx.
import '../start-checkout.tsx';

export { Details } from './details.tsx';
export { Done } from './done.tsx';
export { Pay } from './pay.tsx';
