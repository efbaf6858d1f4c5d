import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import type { NewEvent } from '../../src/events/create-event.ts';
import { BUYER, hold, order, storedOrder, type HeldCart, type StoredOrder } from '../harness/buy.ts';
import { ask, type Answer } from '../harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { until } from '../harness/until.ts';
import { assertRefusal } from './document.ts';

let on: TestApp;
let host: TestHost;
let event: { slug: string; skus: string[] };

before(async () => {
  on = await startTestApp({ environment: { HOLD_LIMIT_PER_ADDRESS: '1000' } });
  host = await makeHost(on);
  event = await makeEvent(on, host, { ticketTypes: [{ capacity: 1_000 }] });
});
after(async () => {
  assert.deepEqual(await checkInvariants(on.app.database), []);
  await on.close();
});

const held = ({ slug, skus } = event, of = host): Promise<HeldCart> =>
  hold(on, of, { slug, items: [{ sku: skus[0], quantity: 1 }] });

/** One e-mail may have only so many unpaid orders. */
const anyone = () => ({ email: `${randomUUID()}@example.com` });

/** Orders a cart of its own with these fields, and answers the order as it is on record. */
async function accepted(fields: Record<string, unknown>): Promise<StoredOrder> {
  const { status, body } = await order(on, host, await held(), { body: { ...anyone(), ...fields } });
  assert.equal(status, 201, `${JSON.stringify(fields)}: ${JSON.stringify(body)}`);
  return storedOrder(on, body.data.reference);
}

async function refused(answer: Answer, field: RegExp): Promise<void> {
  assertRefusal(answer, { status: 400, codes: ['validation_failed'] });
  assert.match(answer.body.message as string, field);
}

/** A refusal costs nothing: the same cart is good for every try. */
async function refusesEach(field: string, values: unknown[]): Promise<void> {
  const cart = await held();
  for (const value of values) {
    await refused(await order(on, host, cart, { body: { [field]: value } }), new RegExp(`^${field}\\b`));
  }
  assert.equal((await order(on, host, cart, { body: anyone() })).status, 201);
}

test('quoteReference, email, firstName and lastName are required, the rest is not', async () => {
  const cart = await held();
  const whole = { quoteReference: cart.quoteReference, ...BUYER };
  for (const missing of Object.keys(whole)) {
    const body = Object.fromEntries(Object.entries(whole).filter(([name]) => name !== missing));
    const answer = await ask(on, `/events/${cart.slug}/orders`, {
      method: 'POST',
      key: host,
      headers: { 'x-device-id': cart.token },
      body,
    });
    await refused(answer, new RegExp(`^${missing} is required`));
  }
  const { status, body } = await order(on, host, cart);
  assert.equal(status, 201);
  const stored = await storedOrder(on, body.data.reference);
  assert.deepEqual([stored.phone, stored.callback_url, stored.metadata], [null, null, '{}']);
});

test('phone and callbackUrl that are sent empty, or as null, are as if left out', async () => {
  for (const empty of ['', null]) {
    const stored = await accepted({ phone: empty, callbackUrl: empty });
    assert.deepEqual([stored.phone, stored.callback_url], [null, null]);
  }
  assert.equal((await accepted({ phone: '  ' })).phone, null);
  for (const field of ['email', 'firstName', 'lastName', 'quoteReference'])
    await refusesEach(field, ['', null]);
});

test('an unknown field is refused by its name', async () => {
  await refusesEach('callbackURL', ['https://shop.example/']);
  await refusesEach('total', [0]);
});

test('a field of another type is refused, and never taken for what it resembles', async () => {
  for (const field of ['quoteReference', 'email', 'firstName', 'lastName', 'phone', 'callbackUrl']) {
    await refusesEach(field, [1, true, [], {}, ['x']]);
  }
});

test('a quoteReference is one short word', async () => {
  await refusesEach('quoteReference', ['', 'q x', 'q\u0000', 'é', 'q'.repeat(101)]);
});

test('an e-mail address has one @, a domain, and nothing that could break a header', async () => {
  await refusesEach('email', [
    '',
    'ada',
    'ada@',
    '@example.com',
    'ada@@example.com',
    'ada@example',
    'ada @example.com',
    'ada@example..com',
    '.ada@example.com',
    'ada@example.com\r\nBcc: eve@example.com',
    'ada@example.com\u0000',
    'Ada <ada@example.com>',
    'ada@example.com,eve@example.com',
    `${'a'.repeat(243)}@example.com`,
  ]);
  await accepted({ email: `${'a'.repeat(242)}@example.com` });
  await accepted({ email: "o'hara+tickets@mail.example.co.za" });
  for (const [ahead, behind] of [
    [' ', ' '],
    ['', '\n'],
    ['\t', '\u00a0'],
  ]) {
    const { email } = anyone();
    assert.equal((await accepted({ email: `${ahead}${email}${behind}` })).email, email);
  }
});

test('an e-mail address may have a domain in any script: it is kept as typed, and the gateway is told its ASCII form', async () => {
  const { id } = await accepted({ email: 'ada@Bücher.example' });
  const { rows } = await on.app.database.query<{ email: string; told: string }>(
    `SELECT o.email, p.email AS told FROM orders AS o JOIN sandbox_payments AS p ON p.reference = o.reference
      WHERE o.id = $1`,
    [id],
  );
  assert.deepEqual(rows, [{ email: 'ada@Bücher.example', told: 'ada@xn--bcher-kva.example' }]);
  await refusesEach('email', [
    'ädä@example.com',
    'ada@bücher',
    'ada@bü cher.example',
    'ada@１.２.３.４',
    'ada@xn--.example',
  ]);
});

describe('a name', () => {
  for (const field of ['firstName', 'lastName']) {
    test(`is a line of text with something in it: ${field}`, async () => {
      await refusesEach(field, [
        '',
        ' ',
        '\u00a0\u3000',
        'Ada\nObi',
        'Ada\u0000',
        '\u0000',
        'A\u0001da',
        '\u007f',
        'Ada\u0085Obi',
        'Ada\u2028Obi',
        'x'.repeat(101),
        'Visit evil.com now',
        'https://evil.example',
        'Ada\u202eevil',
      ]);
    });
  }

  test('is kept as it is written, in any script, without the spaces around it', async () => {
    for (const name of ['Ọlá', '李', "D'Arcy-O’Neil", '<b>Ada</b>', '{"a"}, \\"NULL\\"', 'NULL']) {
      const stored = await accepted({ firstName: ` ${name}\u00a0`, lastName: name });
      assert.deepEqual([stored.first_name, stored.last_name], [name, name]);
    }
    const longest = '😀'.repeat(100);
    assert.equal((await accepted({ firstName: longest })).first_name, longest);
  });
});

describe('a phone number', () => {
  test('of the event’s country is kept as the whole world dials it', async () => {
    for (const phone of [
      '08031234567',
      '0803 123 4567',
      ' 0803-123-4567 ',
      '+234 803 123 4567',
      '(0803) 123 4567',
    ]) {
      assert.equal((await accepted({ phone })).phone, '+2348031234567');
    }
  });

  test('of another country needs its prefix', async () => {
    assert.equal((await accepted({ phone: '+27 82 123 4567' })).phone, '+27821234567');
    assert.equal((await accepted({ phone: '+44 20 7946 0958' })).phone, '+442079460958');
    assert.equal((await accepted({ phone: '082 123 4567' })).phone, '082 123 4567');
  });

  test('is read by the rules of the event’s own country', async () => {
    const numbers: [NewEvent['country'], string, string][] = [
      ['GHANA', '024 123 4567', '+233241234567'],
      ['SOUTH_AFRICA', '082 123 4567', '+27821234567'],
    ];
    for (const [country, phone, expected] of numbers) {
      const there = await makeEvent(on, host, { country });
      const { status, body } = await order(on, host, await held(there), { body: { phone } });
      assert.equal(status, 201, JSON.stringify(body));
      assert.equal((await storedOrder(on, body.data.reference)).phone, expected);
    }
  });

  test('that can’t be read is kept as typed, within its limits', async () => {
    for (const phone of [
      '12',
      'n/a',
      'call me at 0803 123 4567 please',
      '00234 803 123 4567',
      '+999 123 456 789',
    ])
      assert.equal((await accepted({ phone: ` ${phone} ` })).phone, phone);
    await refusesEach('phone', ['08031234567\u0000', '+'.repeat(41), 8031234567]);
  });
});

describe('callbackUrl', () => {
  test('is an absolute http or https URL in its plain spelling', async () => {
    await refusesEach('callbackUrl', [
      '/thanks',
      'shop.example/thanks',
      '//evil.example',
      '\\\\evil.example',
      '/\\evil.example',
      'https:evil.example',
      'https:/evil.example',
      'https:\\\\evil.example',
      'https://\\evil.example',
      'https:///evil.example',
      ' https://evil.example',
      '\thttps://evil.example',
      'javascript:alert(1)',
      'JavaScript:alert(1)',
      'java\nscript:alert(1)',
      'data:text/html,<script>alert(1)</script>',
      'blob:https://evil.example/1',
      'file:///etc/passwd',
      'ftp://evil.example',
      'https%3A%2F%2Fevil.example',
      '%68ttps://evil.example',
      'https://',
      'https://evil.example:99999/',
      'https://evil example/',
      'https://shop.example%2f@evil.example',
      'https://shop.example%00.evil.example/',
    ]);
  });

  test('has no user name and no password, however they are written', async () => {
    await refusesEach('callbackUrl', [
      'https://shop.example@evil.example/',
      'https://shop.example:443@evil.example/',
      'https://:secret@evil.example/',
      'https://@evil.example/',
      'https://shop.example\\@evil.example/',
      'https://shop.example%40@evil.example/',
      'https://shop.exa\tmple@evil.example/',
    ]);
  });

  test('is kept as it will be followed', async () => {
    const spellings: [string, string][] = [
      ['https://shop.example', 'https://shop.example/'],
      ['HTTPS://SHOP.example:443/Done', 'https://shop.example/Done'],
      ['http://127.0.0.1:3000/done?a=1&b#top', 'http://127.0.0.1:3000/done?a=1&b#top'],
      ['https://shop.example/mail@me?to=a@b.example', 'https://shop.example/mail@me?to=a@b.example'],
      ['https://shop.example/\r\nSet-Cookie: a=b', 'https://shop.example/Set-Cookie:%20a=b'],
      ['https://bücher.example/é', 'https://xn--bcher-kva.example/%C3%A9'],
    ];
    for (const [callbackUrl, expected] of spellings) {
      assert.equal((await accepted({ callbackUrl })).callback_url, expected);
    }
  });

  test('has at most 2000 characters, also when it is percent-encoded', async () => {
    const root = 'https://shop.example/';
    await accepted({ callbackUrl: root.padEnd(2000, 'x') });
    await refusesEach('callbackUrl', [root.padEnd(2001, 'x'), root.padEnd(1000, 'é')]);
  });

  test('is on a site of the host’s list, where there is one, from the moment that it is there', async () => {
    const strict = await makeHost(on);
    const there = await makeEvent(on, strict);
    const cart = await held(there, strict);
    const callTo = (callbackUrl: string) => order(on, strict, cart, { body: { callbackUrl } });
    // Read once before, so that a kept copy is in the way.
    await refused(await callTo('ftp://x'), /^callbackUrl/);
    await on.app.database.query('UPDATE hosts SET callback_origins = $2 WHERE id = $1', [
      strict.hostId,
      ['https://shop.example', 'http://localhost:3000'],
    ]);
    const elsewhere = /^callbackUrl must be on a site that the host allows/;
    await until('the list to count', async () => {
      const nobodys = { ...cart, token: randomUUID() };
      const { body } = await order(on, strict, nobodys, { body: { callbackUrl: 'https://evil.example' } });
      return body.error_code === 'validation_failed';
    });
    for (const callbackUrl of [
      'https://evil.example/',
      'http://shop.example/',
      'https://shop.example:8443/',
      'https://shop.example.evil.example/',
      'https://evil.example/https://shop.example/',
      'https://evil.example#https://shop.example',
      'https://sub.shop.example/',
      'http://localhost:3001/',
    ]) {
      await refused(await callTo(callbackUrl), elsewhere);
    }
    const { status } = await callTo('HTTPS://Shop.Example:443/any?where');
    assert.equal(status, 201);
    assert.equal((await order(on, strict, await held(there, strict))).status, 201);
  });
});

describe('metadata', () => {
  /** The body as written: JSON.stringify would tidy up what must stay untouched. */
  async function send(metadata: string, cart: HeldCart): Promise<Answer> {
    const response = await fetch(`${on.baseUrl}/events/${cart.slug}/orders`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${host.publicKey}`,
        'content-type': 'application/json',
        'x-device-id': cart.token,
      },
      body: `{"metadata" : ${metadata} , ${JSON.stringify({ quoteReference: cart.quoteReference, ...BUYER, ...anyone() }).slice(1)}`,
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  }

  async function keeps(metadata: string): Promise<void> {
    const { status, body } = await send(metadata, await held());
    assert.equal(status, 201, JSON.stringify(body));
    assert.equal((await storedOrder(on, body.data.reference)).metadata, metadata);
  }

  test('is an object, and neither a scalar nor an array nor null', async () => {
    const cart = await held();
    for (const metadata of ['null', '[]', '[{}]', '1', '"{}"', 'true']) {
      await refused(await send(metadata, cart), /^metadata must be an object/);
    }
  });

  test('is kept untouched: the order of its keys, its digits, its escapes, its spaces', async () => {
    for (const metadata of [
      '{}',
      '{"10":1,"2":2,"b":1,"a":2}',
      '{"price":1.0,"big":9007199254740993,"small":-0,"huge":1e400,"e":1E+2}',
      '{"é":"\\u00e9","slash":"\\/","zero":"\\u0000","half":"\\\\ud800","quote":"\\"\\\\"}',
      '{"same":1,"same":2}',
      '{ "a" : [ 1 ,\r\n\t2 ] , "b" : { "c" : null } }',
      '{"metadata":{"email":"}{,"},"constructor":1,"NULL":"NULL"}',
    ]) {
      await keeps(metadata);
    }
  });

  test('has at most 4096 bytes of UTF-8', async () => {
    await keeps(`{"a":"${'x'.repeat(4096 - 8)}"}`);
    await keeps(`{"a":"${'é'.repeat((4096 - 8) / 2)}"}`);
    const cart = await held();
    for (const tooLong of [`{"a":"${'x'.repeat(4096 - 7)}"}`, `{"a":"${'é'.repeat((4096 - 8) / 2)}x"}`]) {
      await refused(await send(tooLong, cart), /^metadata must be at most 4096 bytes of JSON, not 4097/);
    }
  });

  test('counts an escape by number as what it stands for: by default Python and PHP write all beyond ASCII so', async () => {
    await keeps(`{"a":"${'\\u00e9'.repeat((4096 - 8) / 2)}"}`);
    await keeps(`{"a":"${'\\ud83d\\ude00'.repeat((4096 - 8) / 4)}"}`);
    const tooLong = `{"a":"${'\\u00e9'.repeat((4096 - 8) / 2)}x"}`;
    await refused(
      await send(tooLong, await held()),
      /^metadata must be at most 4096 bytes of JSON, not 4097/,
    );
  });

  test('may have any name in it, and reaches into no prototype; outside of it such a name is refused', async () => {
    const odd = [
      '{"__proto__":{"isAdmin":true}}',
      '{"a":[{"__proto__":1}]}',
      '{"\\u005f_proto__":{}}',
      '{"constructor":{"prototype":{"isAdmin":true}}}',
    ];
    for (const metadata of odd) await keeps(metadata);
    const cart = await held();
    for (const metadata of odd) {
      for (const around of [`{} , ${metadata.slice(1, -1)}`, `{"__proto__":1} , "a": ${metadata}`]) {
        assertRefusal(await send(around, cart), { status: 400, codes: ['malformed_body'] });
      }
      assertRefusal(await send(`[${metadata}]`, cart), { status: 400, codes: ['malformed_body'] });
    }
    assert.equal('isAdmin' in {}, false);
  });

  test('nested as deep as it fits is kept, and written twice the last one counts', async () => {
    await keeps(`{"a":${'['.repeat(2_000)}${']'.repeat(2_000)}}`);
    const { status, body } = await send('{"first":1},"metadata":{"last":1.0}', await held());
    assert.equal(status, 201);
    assert.equal((await storedOrder(on, body.data.reference)).metadata, '{"last":1.0}');
  });
});
