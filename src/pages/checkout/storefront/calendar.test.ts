import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makeEvent } from '../../../../test/harness/make-catalog.ts';
import { expectNothingUnhandled } from '../../../../test/harness/unhandled.ts';
import { openTestStorefront } from './storefront.fixture.ts';

expectNothingUnhandled();
const { on, host, ownUrl, open } = await openTestStorefront();
after(() => on.close());

test('the calendar file is of the event, and leads back to its page', async () => {
  const { slug } = await makeEvent(on, host, {
    name: 'Dated',
    startsAt: new Date('2038-03-05T18:30:00Z'),
    closesAt: new Date('2038-03-05T22:00:00Z'),
  });
  const { headers, body } = await open(`/events/${slug}/calendar.ics`);
  assert.equal(headers.get('content-type'), 'text/calendar; charset=utf-8');
  const lines = body.replaceAll('\r\n\t', '').replaceAll('\r\n ', '').split('\r\n');
  assert.ok(lines.includes('DTSTART:20380305T183000Z'), body);
  assert.ok(lines.includes(`URL:${ownUrl}/events/${slug}`), body);
  assert.doesNotMatch(body, /undefined|e-mail/);
});

test('a visitor can put the start of a sale into their calendar, until it has started', async () => {
  const soon = await makeEvent(on, host, {
    name: 'Awaited',
    ticketTypes: [
      { name: 'Late', saleStartsAt: new Date('2038-02-02T08:00:00Z') },
      { name: 'Early', saleStartsAt: new Date('2038-01-01T08:00:00Z') },
    ],
  });
  const address = `/events/${soon.slug}/calendar.ics?about=sale`;
  assert.match(
    (await open(`/events/${soon.slug}`)).body,
    new RegExp(`${RegExp.escape(address)}&amp;lang=en`),
  );
  const { headers, body } = await open(`${address}&lang=fr`);
  assert.match(headers.get('content-disposition') ?? '', /-sale\.ics"$/);
  const lines = body.replaceAll('\r\n\t', '').replaceAll('\r\n ', '').split('\r\n');
  for (const line of [
    'DTSTART:20380101T080000Z',
    'DTEND:20380101T081500Z',
    'SUMMARY:Vente des billets\u00a0: Awaited',
    `URL:${ownUrl}/events/${soon.slug}`,
  ]) {
    assert.ok(lines.includes(line), `${line} in ${body}`);
  }
  const selling = await makeEvent(on, host, { name: 'Selling' });
  assert.equal((await open(`/events/${selling.slug}/calendar.ics?about=sale`)).status, 404);
});
