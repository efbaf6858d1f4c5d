import type { makeHall } from '../../src/pages/checkout/embed/embed.fixture.ts';
import type { Database } from '../../src/db/database.ts';
import { createSecretKeys } from '../../src/secrets/secret-keys.ts';
import type { makeEvent, makeHost } from '../harness/make-catalog.ts';
import type { TestApp } from '../harness/test-app.ts';
import type { Sale } from './buyers.ts';

type Makers = { makeHost: typeof makeHost; makeEvent: typeof makeEvent; makeHall: typeof makeHall };

/** Makes the sale that `letBuyersCome` wants, by this release's code or another's. */
export async function openSale(
  makers: Makers,
  { database, secretKey, receiverUrl }: { database: Database; secretKey: Buffer; receiverUrl: string | null },
): Promise<Sale> {
  const on = { app: { database }, secretKeys: createSecretKeys(secretKey) } as unknown as TestApp;
  const host = await makers.makeHost(on);
  const show = await makers.makeEvent(on, host, {
    ticketTypes: [
      { capacity: 100_000 },
      { capacity: 100_000, priceMinor: 0 },
      // Sold out soon, held and given back by many.
      { capacity: 60, priceMinor: 250_000 },
    ],
  });
  const hall = await makers.makeHall(on, host, {
    seatsPerType: 400,
    event: {
      ticketTypes: [
        { kind: 'SEATED', name: 'Front', capacity: 400 },
        { kind: 'SEATED', name: 'Back', capacity: 400, priceMinor: 0 },
      ],
    },
  });
  await database.query(
    `INSERT INTO promo_codes (id, event_id, code, percent_basis_points, maximum_uses)
     VALUES (new_id(), $1, 'ALWAYS', 1000, NULL), (new_id(), $1, 'FEW', 2000, 30)`,
    [show.eventId],
  );
  for (const { eventId } of receiverUrl ? [show, hall] : [])
    await database.query(
      `INSERT INTO webhook_subscriptions (id, event_id, url) VALUES (new_id(), $1, $2 || '/' || $1::uuid)`,
      [eventId, receiverUrl],
    );
  // On for an hour already, so that the check of all promises looks for each purchase's delivery.
  await database.query(`UPDATE webhook_subscription_periods SET enabled_at = enabled_at - interval '1 hour'`);
  return { host, show, hall, promoCodes: ['ALWAYS', 'FEW'] };
}

/** Of ten mails one goes out: to draw hundreds of tickets is not what this is about. The rest is on record. */
export async function letFewMailsGo(database: Database): Promise<void> {
  await database.query(`
    CREATE FUNCTION test_keep_mail() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF random() < 0.9 THEN new.run_at := now() + interval '1 day'; END IF;
      RETURN new;
    END $$;
    CREATE TRIGGER test_keep_mail BEFORE INSERT ON jobs FOR EACH ROW WHEN (new.kind = 'send_mail')
      EXECUTE FUNCTION test_keep_mail()`);
}
