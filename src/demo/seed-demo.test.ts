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
  const hosts = await seedDemo(database, { secretKeys, media, beforeCommit: async () => {} });
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
  // As at a real business: most orders are online, through a gateway and with fees, and some attempts came to nothing.
  const { rows: online } = await database.query(
    `SELECT count(*) FILTER (WHERE source <> 'host') > 2 * count(*) FILTER (WHERE source = 'host') AS "isMostlyOnline",
            array_agg(DISTINCT source ORDER BY source) AS sources, array_agg(DISTINCT status ORDER BY status) AS statuses,
            bool_and((quote ->> 'totalFees')::integer > 0) FILTER (WHERE gateway = 'sandbox' AND host_id = (SELECT id FROM hosts WHERE name = 'Lagos Nights')) AS "hasFees",
            count(promo_code_id) > 10 AS "areCodesUsed",
            (SELECT count(*)::integer FROM payments WHERE gateway = 'sandbox')
              = (SELECT count(*)::integer FROM sandbox_payments WHERE status = 'paid') AS "sandboxKnows"
       FROM orders`,
  );
  assert.deepEqual(online, [
    {
      isMostlyOnline: true,
      sources: ['api', 'complimentary', 'embed', 'host'],
      statuses: ['confirmed', 'expired', 'failed'],
      hasFees: true,
      areCodesUsed: true,
      sandboxKnows: true,
    },
  ]);
  assert.equal((await database.query(`SELECT FROM jobs WHERE kind = 'send_mail'`)).rowCount, 0);
  assert.deepEqual(await checkInvariants(database), []);
});
