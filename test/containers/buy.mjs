// Buys a free ticket of the demo over the API, as an integrator would.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';

const demo = JSON.parse(await readFile(process.argv[2] ?? '', 'utf8'));
const base = `http://127.0.0.1:${process.env['PORT']}/api/v1`;
const [{ publicKey }] = demo.hosts;
const ask = async (path, body, headers = {}) => {
  const response = await fetch(`${base}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${publicKey}`,
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  assert.ok(response.ok, JSON.stringify(answer));
  return answer.data;
};
const slug = 'open-mic-yaba';
const [ticket] = await ask(`/events/${slug}/tickets`);
const cart = await ask(`/events/${slug}/reservations`, { items: [{ sku: ticket.id, quantity: 1 }] });
const order = await ask(
  `/events/${slug}/orders`,
  { quoteReference: cart.quoteReference, email: 'ada@example.com', firstName: 'Ada', lastName: 'Obi' },
  { 'x-device-id': cart.reservationToken },
);
assert.equal(order.status, 'confirmed');
process.stdout.write(`A ticket is bought: ${order.reference}.\n`);
