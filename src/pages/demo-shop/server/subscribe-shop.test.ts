import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { OPERATOR } from '../../../audit/actor.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { addSubscription } from '../../../webhooks/subscriptions/add-subscription.ts';
import { listSubscriptions } from '../../../webhooks/subscriptions/event-subscriptions.ts';
import { createGuard } from '../../../webhooks/delivery/guard.ts';
import { disableSubscription } from '../../../webhooks/subscriptions/switch-subscription.ts';
import { subscribeShop } from './subscribe-shop.ts';

const guard = createGuard({ allow: ['127.0.0.1:3000', '127.0.0.1:4000'] });
const receiver = (port: number, slug: string) => `http://127.0.0.1:${port}/demo/webhooks/${slug}`;
let on: TestApp;
let host: TestHost;

before(async () => {
  on = await startTestApp();
  host = await makeHost(on);
});
after(() => on.close());

const parts = () => ({ database: on.app.database, guard });
const freshSlug = async () => (await makeEvent(on, host, {})).slug;
async function receiversOf(slug: string): Promise<string[]> {
  const all = await listSubscriptions(on.app.database, { hostId: host.hostId, slug });
  return all.map(({ url }) => url);
}

test('many browsers that open an event at once make one receiver of it', async () => {
  const slug = await freshSlug();
  const url = receiver(3000, slug);
  const answers = await Promise.all(Array.from({ length: 8 }, () => subscribeShop(parts(), { slug, url })));
  for (const answer of answers) assert.deepEqual(answer, { url, isEnabled: true });
  assert.deepEqual(await receiversOf(slug), [url]);
});

test('started on another port, the site takes the place of its earlier self and of nobody else', async () => {
  const slug = await freshSlug();
  const others = 'https://93.184.216.34/hook';
  await addSubscription(parts(), { hostId: host.hostId, actor: OPERATOR, slug, url: others });
  await subscribeShop(parts(), { slug, url: receiver(3000, slug) });
  await subscribeShop(parts(), { slug, url: receiver(4000, slug) });
  assert.deepEqual(await receiversOf(slug), [others, receiver(4000, slug)]);
});

test('a receiver that the host has disabled stays so', async () => {
  const slug = await freshSlug();
  const url = receiver(3000, slug);
  await subscribeShop(parts(), { slug, url });
  const [ours] = await listSubscriptions(on.app.database, { hostId: host.hostId, slug });
  const subscriptionId = ours?.id ?? '';
  await on.app.database.transaction((tx) =>
    disableSubscription(tx, { hostId: host.hostId, actor: OPERATOR, subscriptionId }),
  );
  assert.deepEqual(await subscribeShop(parts(), { slug, url }), { url, isEnabled: false });
});

test('if three others receive already, the site is refused like anybody', async () => {
  const slug = await freshSlug();
  for (const name of ['a', 'b', 'c']) {
    await addSubscription(parts(), {
      hostId: host.hostId,
      actor: OPERATOR,
      slug,
      url: `https://93.184.216.34/${name}`,
    });
  }
  await assert.rejects(subscribeShop(parts(), { slug, url: receiver(3000, slug) }), {
    code: 'validation_failed',
    message: /has 3 enabled webhooks/,
  });
});
