import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { listDeliveries } from '../../src/webhooks/delivery/list-deliveries.ts';
import { fromInAnHour, makeAuthority, selfSigned, untilAnHourAgo, type Certificate } from './certificates.ts';
import { startReceiver } from './receiver.ts';
import { FAST, makeWorld, untilEnded } from './world.ts';

// As whoever runs the product does it with NODE_EXTRA_CA_CERTS. It certifies `localhost` alone, and for this process alone.
const trusted = makeAuthority('Trusted authority');
setDefaultCACertificates([...getCACertificates('default'), trusted.cert]);
const unknown = makeAuthority('Unknown authority');

const CASES: { title: string; certificate: () => Certificate; error: string }[] = [
  {
    title: 'a self-signed certificate',
    certificate: () => selfSigned('localhost'),
    error: 'The certificate is self-signed.',
  },
  {
    title: 'a certificate by an unknown authority',
    certificate: () => unknown.certify('localhost'),
    error: 'The certificate comes from an untrusted authority, or lacks its chain.',
  },
  {
    title: 'an expired certificate',
    certificate: () => trusted.certify('localhost', untilAnHourAgo()),
    error: 'The certificate has expired.',
  },
  {
    title: 'a certificate that is not valid yet',
    certificate: () => trusted.certify('localhost', fromInAnHour()),
    error: 'The certificate is not valid yet.',
  },
  {
    title: 'a certificate for another name',
    certificate: () => trusted.certify('elsewhere.test'),
    error: 'The certificate is for another name.',
  },
];

for (const { title, certificate, error } of CASES) {
  test(`${title} is a failed attempt that says so, and nothing of the purchase is sent`, async (t) => {
    const world = await makeWorld(t);
    const receiver = await startReceiver(t, undefined, certificate());
    const event = await world.sell(0);
    await world.subscribe(event, receiver);
    await world.startDeliverer({ allow: [receiver.address], schedule: { ...FAST, retryDelaysMs: [1] } });
    await world.buy(event);
    await untilEnded(world.database);
    const { hostId } = event.host;
    const logged = await listDeliveries(world.database, { hostId, slug: event.slug, limit: 10 });
    const attempt = { statusCode: null, answer: null, error };
    assert.partialDeepStrictEqual(logged, [
      { status: 'failed', failure: `Given up after 2 attempts. ${error}`, attempts: [attempt, attempt] },
    ]);
    assert.equal(receiver.connections(), 2, 'it was there to be sent to');
    assert.deepEqual(receiver.received, []);
  });
}

test('a certificate by a trusted authority, for the name and in its time, is delivered to', async (t) => {
  const world = await makeWorld(t);
  const receiver = await startReceiver(t, undefined, trusted.certify('localhost'));
  const event = await world.sell(0);
  await world.subscribe(event, receiver);
  await world.startDeliverer({ allow: [receiver.address] });
  await world.buy(event);
  assert.partialDeepStrictEqual(await untilEnded(world.database), [{ status: 'delivered', attempts: 1 }]);
  assert.equal(receiver.received.length, 1);
});

test('a receiver of https that does not speak TLS is a failed attempt', async (t) => {
  const world = await makeWorld(t);
  const { address, received } = await startReceiver(t);
  const event = await world.sell(0);
  await world.subscribe(event, { url: `https://${address}/hook`, address });
  await world.startDeliverer({ allow: [address], schedule: { ...FAST, retryDelaysMs: [] } });
  await world.buy(event);
  const [row] = await untilEnded(world.database);
  assert.match(row?.failure ?? '', /^Given up after 1 attempt\. The TLS handshake failed \(/);
  assert.deepEqual(received, []);
});
