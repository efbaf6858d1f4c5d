import type { VNode } from 'preact';
import type { SeatListCheck } from './data.ts';
import { Message } from '../../shared/message.tsx';
import { useEventSeatsTexts } from './texts.ts';

const MAX_NAMED = 20;

/** Sold or held seats that a change would remove, rename or give another ticket type. */
export function InTheWay({ inTheWay }: { inTheWay: SeatListCheck['inTheWay'] }): VNode {
  const texts = useEventSeatsTexts();
  const { count, seats } = inTheWay;
  return (
    <Message tone="bad">
      <strong>{texts.inTheWay(count)}</strong>
      <ul>
        {seats.slice(0, MAX_NAMED).map((seat) => (
          <li key={`${seat.section} ${seat.rowLabel} ${seat.seatLabel}`}>{texts.oneInTheWay(seat)}</li>
        ))}
      </ul>
      {count > MAX_NAMED && texts.moreInTheWay(count - MAX_NAMED)}
    </Message>
  );
}
