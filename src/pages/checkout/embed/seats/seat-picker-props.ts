import type { SeatMap } from '../../../../inventory/seats/seat-map.ts';
import type { Checkout } from '../checkout-state.ts';
import type { SeatTexts } from './seat-texts.ts';

/** The page hands these to the seat picker, which comes as a chunk of its own: `import('./seat-picker.tsx')`. */
export type SeatPickerProps = {
  /** The picker writes which seats are chosen; total, promo code and the way on are the page's. */
  checkout: Checkout;
  seatMap: SeatMap;
  texts: SeatTexts;
  /** The host has changed the seats themselves: another map is to be handed in. */
  onOtherMap(): void;
};
