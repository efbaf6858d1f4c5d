import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { createTestDatabase } from '../../test/harness/test-database.ts';
import { listHostsOf } from '../hosts/members/find-member.ts';
import { checkInvariants } from '../invariants/check-invariants.ts';
import { openFolderStore } from '../media/media-store.ts';
import { findPersonByEmail } from '../people/find-person.ts';
import { checkPassword } from '../people/passwords/password-hash.ts';
import { ROLES } from '../powers.ts';
import { createSecretKeys } from '../secrets/secret-keys.ts';
import { seedDemo } from './seed-demo.ts';

test('the demo has a member of each role in its first host, and one person who works for two', async (t) => {
  const { database, drop } = await createTestDatabase();
  t.after(drop);
  const mediaFolder = await mkdtemp(path.join(tmpdir(), 'tessera-media-'));
  t.after(() => rm(mediaFolder, { recursive: true }));
  const secretKeys = createSecretKeys(Buffer.alloc(32));
  const media = await openFolderStore(mediaFolder);
  const hosts = await seedDemo(database, {
    secretKeys,
    media,
    checkoutUrl: 'http://demo.example/checkout',
    beforeCommit: async () => {},
  });
  assert(hosts);

  const [first] = hosts;
  assert.deepEqual(new Set(first?.members?.map(({ role }) => role)), new Set(ROLES));
  for (const { email, password, members = [] } of hosts) {
    assert.deepEqual([members[0]?.role, members[0]?.email, members[0]?.password], ['owner', email, password]);
    for (const member of members) {
      const { rows } = await database.query<{ passwordHash: string; role: string; name: string }>(
        `SELECT p.password_hash AS "passwordHash", m.role, p.name FROM people AS p JOIN members AS m ON m.person_id = p.id
           JOIN members AS o ON o.host_id = m.host_id AND o.role = 'owner'
           JOIN people AS owner ON owner.id = o.person_id AND owner.email = $2 WHERE p.email = $1`,
        [member.email, email],
      );
      assert.deepEqual([rows[0]?.role, rows[0]?.name], [member.role, member.name]);
      assert.ok((await checkPassword(member.password, rows[0]?.passwordHash ?? null)).isRight, member.email);
    }
  }
  const door = first?.members?.find(({ role }) => role === 'door');
  const { rows: events } = await database.query(
    `SELECT e.slug FROM member_events AS c JOIN events AS e ON e.id = c.event_id JOIN members AS m ON m.id = c.member_id
       JOIN people AS p ON p.id = m.person_id WHERE p.email = $1 ORDER BY e.slug`,
    [door?.email],
  );
  assert.deepEqual(events, [{ slug: 'lagos-rooftop-sessions' }, { slug: 'open-mic-yaba' }]);
  // The designer opens with a hall, and an event that is sold by it.
  const { rows: halls } = await database.query(
    `SELECT e.slug, p.name, h.number, (SELECT count(*)::integer FROM seats WHERE event_id = e.id) AS seats,
            (SELECT sum(capacity)::integer FROM ticket_types WHERE event_id = e.id) AS "forSale"
       FROM event_halls AS h JOIN events AS e ON e.id = h.event_id JOIN seating_plans AS p ON p.id = h.plan_id ORDER BY e.slug`,
  );
  assert.deepEqual(halls, [
    { slug: 'grand-theatre-night', name: 'The Grand Theatre', number: 1, seats: 340, forSale: 336 },
    { slug: 'the-weavers-daughter', name: 'The Loom House Theatre', number: 1, seats: 120, forSale: 120 },
  ]);
  // The event that `npm start` names can be tried at the door at once.
  const { rows: doors } = await database.query<{ path: string; doors: number; isOpen: boolean }>(
    `SELECT '/hosts/' || e.host_id || '/events/' || e.id || '/check-in' AS path, count(d.id)::integer AS doors,
            check_in_opens_at(e.id) < now() AS "isOpen"
       FROM events AS e JOIN doors AS d ON d.event_id = e.id WHERE e.slug = 'lagos-rooftop-sessions' GROUP BY e.id`,
  );
  assert.deepEqual(doors, [{ path: first?.events[0]?.checkInPath, doors: 2, isOpen: true }]);
  const kofi = await findPersonByEmail(database, 'kofi@twocities.example');
  const worksFor = await listHostsOf(database, kofi?.personId ?? '');
  assert.deepEqual(
    worksFor.map(({ name, role }) => [name, role]),
    [
      ['Accra Afterglow', 'finance'],
      ['Lagos Nights', 'manager'],
    ],
  );
  const { rows: silent } = await database.query(
    `SELECT 1 FROM hosts WHERE contact_email IS NULL OR terms = '' OR refund_policy = '' OR tax_number = ''`,
  );
  assert.deepEqual(silent, []);
  // Earlier sales happened over time, to people, for their price; nobody is mailed, and the books are right.
  const { rows: sold } = await database.query<{
    orders: number;
    buyers: number;
    days: number;
    isPaid: boolean;
  }>(
    `SELECT count(*)::integer AS orders, count(DISTINCT email)::integer AS buyers, count(DISTINCT confirmed_at::date)::integer AS days,
            bool_and(total_minor > 0 OR source IN ('embed', 'complimentary')) AS "isPaid" FROM orders`,
  );
  assert.ok(
    sold[0] && sold[0].orders > 300 && sold[0].buyers > 15 && sold[0].days > 10,
    JSON.stringify(sold),
  );
  assert.equal(sold[0].isPaid, true);
  // As at a real business: most tickets are sold online, through gateways and with fees, and some attempts came to nothing.
  const { rows: online } = await database.query(
    `SELECT sum(quantity) FILTER (WHERE source <> 'host') > 4 * sum(quantity) FILTER (WHERE source = 'host') AS "isMostlyOnline",
            array_agg(DISTINCT source ORDER BY source) AS sources, array_agg(DISTINCT status ORDER BY status) AS statuses,
            array_agg(DISTINCT gateway ORDER BY gateway) AS gateways,
            bool_and((quote ->> 'totalFees')::integer > 0)
              FILTER (WHERE gateway <> 'by_hand' AND host_id = (SELECT id FROM hosts WHERE name = 'Lagos Nights')) AS "hasFees",
            count(promo_code_id) > 10 AS "areCodesUsed"
       FROM orders`,
  );
  assert.deepEqual(online, [
    {
      isMostlyOnline: true,
      sources: ['api', 'complimentary', 'embed', 'host'],
      statuses: ['confirmed', 'expired', 'failed', 'partially_refunded', 'pending_payment', 'refunded'],
      gateways: ['by_hand', 'flutterwave', 'paystack', 'sandbox', 'stripe', null],
      hasFees: true,
      areCodesUsed: true,
    },
  ]);
  // Nobody has an account with a gateway: the sandbox knows every payment and refund, and forgets none of them soon.
  const { rows: unknown } = await database.query(
    `SELECT p.id FROM payments AS p LEFT JOIN sandbox_payments AS s ON s.id = p.gateway_payment_id AND s.status = 'paid' AND s.created_at > now() - interval '1 day'
      WHERE p.gateway <> 'by_hand' AND (s.amount_minor, s.refunded_minor) IS DISTINCT FROM (p.amount_minor, p.refunded_minor)
     UNION ALL SELECT r.id FROM refunds AS r LEFT JOIN sandbox_refunds AS s ON s.id = r.gateway_refund_id AND s.refund_key = r.id::text
      WHERE r.status <> 'settled_by_hand' AND (r.status, s.amount_minor) IS DISTINCT FROM ('succeeded', r.amount_minor)`,
  );
  assert.deepEqual(unknown, []);
  // Guests of the event that is over came, some of them twice; those of another were written to.
  const { rows: past } = await database.query(
    `SELECT (SELECT array_agg(DISTINCT outcome ORDER BY outcome) FROM scans WHERE event_id = e.id) AS outcomes,
            (SELECT count(used_at) BETWEEN 300 AND 400 FROM tickets WHERE event_id = e.id) AS "didMostCome",
            (SELECT bool_and(s.at BETWEEN e.starts_at - interval '1 hour' AND e.closes_at) FROM scans AS s WHERE s.event_id = e.id) AS "cameInTime",
            (SELECT max(o.confirmed_at) < e.starts_at FROM orders AS o WHERE o.event_id = e.id) AS "isSoldBefore",
            (SELECT count(*) > 0 AND bool_and(finished_at IS NOT NULL AND sent = recipients) FROM messages) AS "areTold"
       FROM events AS e WHERE slug = 'independence-day-cookout'`,
  );
  assert.deepEqual(past, [
    {
      outcomes: ['admitted', 'already_used', 'left', 're_entry'],
      didMostCome: true,
      cameInTime: true,
      isSoldBefore: true,
      areTold: true,
    },
  ]);
  // All that is left to do by itself is to ask the sandbox about those who are about to pay.
  const { rows: due } = await database.query(
    `SELECT (SELECT array_agg(DISTINCT kind) FROM jobs) AS jobs,
            (SELECT count(*)::integer FROM mails WHERE sent_at IS NULL) AS mails,
            (SELECT count(*)::integer FROM refunds WHERE next_look_up_at IS NOT NULL) AS refunds,
            (SELECT array_agg(DISTINCT status || ' ' || gateway) FROM orders WHERE next_look_up_at IS NOT NULL) AS orders`,
  );
  assert.deepEqual(due, [{ jobs: null, mails: 0, refunds: 0, orders: ['pending_payment sandbox'] }]);
  assert.deepEqual(await checkInvariants(database), []);
});
