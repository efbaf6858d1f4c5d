import type { TestApp } from '../harness/test-app.ts';

type Owned = {
  id: string;
  name: string;
  type: string;
  isSold: boolean;
  cart: string | null;
  token: string | null;
};

export type OwnerWatch = {
  /** Looks at who has which seat, and says what has changed that must not. */
  look(): Promise<void>;
  /** This cart may lose its seats in the middle, and have them back. */
  lapses(token: string): void;
};

/**
 * A seat that is sold is there for ever, under its name and as its ticket type. One that a cart holds is so for as long as it does: a cart
 * that is seen with a seat twice has had it all the time, unless it lapsed.
 */
export function watchOwners(on: Pick<TestApp, 'app'>, eventId: string, breaches: string[]): OwnerWatch {
  const known = new Map<string, Owned>();
  const lapsed = new Set<string>();
  let last: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    const { rows } = await on.app.database.query<Owned>(
      `SELECT s.id, concat_ws(' ', s.section, s.row_label, s.seat_label) AS name, s.ticket_type_id AS type, s.is_sold AS "isSold",
              s.held_by AS cart, r.token
         FROM seats AS s LEFT JOIN reservations AS r ON r.id = s.held_by
        WHERE s.event_id = $1 AND (s.is_sold OR s.held_until > clock_timestamp())`,
      [eventId],
    );
    const now = new Map(rows.map((seat) => [seat.id, seat]));
    for (const [id, before] of known) {
      const seat = now.get(id);
      if (before.isSold && !seat?.isSold) breaches.push(`${before.name} was sold, and is not any more`);
      const isStill = seat && (before.isSold || (before.cart !== null && seat.cart === before.cart));
      const mayChange = before.token !== null && lapsed.has(before.token);
      if (isStill && !mayChange && (seat.name !== before.name || seat.type !== before.type))
        breaches.push(`${before.name} of ${before.type} became ${seat.name} of ${seat.type}`);
      if (!before.isSold) known.delete(id);
    }
    for (const seat of rows) if (!known.get(seat.id)?.isSold) known.set(seat.id, seat);
  }

  return {
    look: () => (last = last.then(look)),
    lapses: (token) => void lapsed.add(token),
  };
}
