import type { VNode } from 'preact';
import { useEventTicketsTexts } from './texts.ts';

// The bar is drawn on a field of this width.
const BAR = 100;

/** A bar of the sold, held and remaining tickets. */
export function StockBar({
  locale,
  capacity,
  sold,
  held,
  left,
  isSeats = false,
}: {
  locale: string;
  capacity: number;
  sold: number;
  held: number;
  left: number;
  isSeats?: boolean;
}): VNode {
  const texts = useEventTicketsTexts();
  const count = (value: number): string => value.toLocaleString(locale);
  const share = (value: number): number => (capacity === 0 ? 0 : (value / capacity) * BAR);
  return (
    <div class="stack gap-2xs type-stock">
      <svg class="stock-bar" viewBox={`0 0 ${BAR} 4`} preserveAspectRatio="none" aria-hidden="true">
        <rect class="stock-sold" width={share(sold)} height="4" />
        <rect class="stock-held" x={share(sold)} width={share(held)} height="4" />
      </svg>
      <p>
        {texts.stock({ sold: count(sold), held: count(held), left: count(left) })}{' '}
        <span class="soft">{texts.of(isSeats ? texts.seats(count(capacity)) : count(capacity))}</span>
      </p>
    </div>
  );
}
