import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import { askEmbed } from '../../src/pages/checkout/embed/embed.fixture.ts';
import { BUYER, type Ordered } from '../harness/buy.ts';
import { ask, type Answer } from '../harness/client.ts';
import { makeHost, type TestHost } from '../harness/make-catalog.ts';
import { startTestApp } from '../harness/test-app.ts';
import { until } from '../harness/until.ts';

// The limits are the defaults; the proxy lets a test come from any address.
const ENVIRONMENT = { TRUST_PROXY: 'loopback' };

type Cart = { slug: string; body: object; address: string; token?: string; key?: TestHost };

/** A busy machine says to come back: whoever is told so does. */
const heard = (send: () => Promise<Answer>): Promise<Answer> =>
  until('an answer', async () => {
    const answer = await send();
    return ![502, 503].includes(answer.status) && answer;
  });

export async function startHoarding() {
  const on = await startTestApp({ environment: ENVIRONMENT });
  const second = await startTestApp({ on, environment: ENVIRONMENT });
  const host = await makeHost(on);

  const headers = ({ address, token = randomUUID() }: Pick<Cart, 'address' | 'token'>) => ({
    'x-device-id': token,
    'x-forwarded-for': address,
  });

  const hold = (cart: Cart, through = on): Promise<Answer> => {
    const request = { method: 'POST', key: cart.key ?? host, headers: headers(cart), body: cart.body };
    return heard(() => ask(through, `/events/${cart.slug}/reservations`, request));
  };

  /** As the embed's page does. */
  const holdSeats = (cart: { slug: string; seatIds: string[]; address: string }): Promise<Answer> => {
    const request = { method: 'POST', headers: headers(cart), body: { seatIds: cart.seatIds } };
    return heard(() => askEmbed(on, `/${cart.slug}/reservations`, request));
  };

  /** Holds and orders, as somebody with an e-mail of their own unless told otherwise. */
  async function order(cart: Cart & { email?: string }, through = on): Promise<Answer> {
    const token = cart.token ?? randomUUID();
    const held = await hold({ ...cart, token }, through);
    if (held.status >= 300) return held;
    const { quoteReference } = held.body.data;
    const body = { ...BUYER, email: cart.email ?? `${token}@example.com`, quoteReference };
    const request = { method: 'POST', key: cart.key ?? host, headers: headers({ ...cart, token }), body };
    return heard(() => ask(through, `/events/${cart.slug}/orders`, request));
  }

  return {
    on,
    second,
    host,
    hold,
    holdSeats,
    order,

    /** Asks until it is refused for being too much, and answers how many of the tries went through. */
    async untilRefused(take: (nr: number) => Promise<Answer>): Promise<number> {
      for (let nr = 0; nr < 1_000; nr += 1) {
        const { status, body } = await take(nr);
        if (status < 300) continue;
        assert.deepEqual([status, body.error_code], [400, 'too_many_held'], JSON.stringify(body));
        return nr;
      }
      throw new Error('nobody refused it');
    },

    /** As if the order had been made earlier. */
    async backdate({ reference }: Ordered, minutes: number): Promise<void> {
      await on.app.database.query(
        `UPDATE orders SET created_at = created_at - $2 * interval '1 minute' WHERE reference = $1`,
        [reference, minutes],
      );
    },

    check: async (): Promise<void> => assert.deepEqual(await checkInvariants(on.app.database), []),
    close: async (): Promise<void> => {
      await second.close();
      assert.equal(await on.closeAndCountDeadlocks(), 0, 'deadlocks');
    },
  };
}

export function accepted({ status, body }: Answer): Ordered {
  assert.ok(status < 300, JSON.stringify(body));
  return body.data as Ordered;
}
