import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { makeEvent, makeHost } from '../../test/harness/make-catalog.ts';
import type { TestApp } from '../../test/harness/test-app.ts';
import { createTestDatabase } from '../../test/harness/test-database.ts';
import { Refusal } from '../refusal.ts';
import { createSecretKeys } from '../secrets/secret-keys.ts';
import { checkLinks, type EventLinks } from './check-links.ts';

const { database, drop } = await createTestDatabase();
after(drop);
const on = { app: { database }, secretKeys: createSecretKeys(Buffer.alloc(32)) } as TestApp;
const host = await makeHost(on);
const { eventId } = await makeEvent(on, host);

const NONE: EventLinks = { website: null, instagram: null, xAccount: null };

const GOOD: Partial<EventLinks>[] = [
  {},
  { website: 'https://lagosrooftop.example' },
  { website: 'HTTP://localhost:3000/a?b=c#d' },
  { website: 'https://bücher.example/@ada' },
  { website: `https://a.example/${'x'.repeat(482)}` },
  { instagram: 'lagos.rooftop_1' },
  { instagram: 'https://www.instagram.com/lagosrooftop/' },
  { xAccount: 'lagosrooftop_15' },
  { xAccount: 'https://x.com/lagosrooftop' },
  { xAccount: 'https://twitter.com/lagosrooftop?lang=en' },
  { xAccount: 'https://mobile.twitter.com/lagosrooftop' },
];

const BAD: Partial<EventLinks>[] = [
  { website: '' },
  { website: 'javascript:alert(1)' },
  { website: 'data:text/html,<script>alert(1)</script>' },
  { website: 'lagosrooftop.example' },
  { website: '//lagosrooftop.example' },
  { website: 'https:lagosrooftop.example' },
  { website: 'https:\\\\lagosrooftop.example' },
  { website: 'https://good.example@evil.example' },
  { website: 'https://@evil.example' },
  { website: 'https://evil.example\\@good.example' },
  { website: 'https://evil.example/"><script>' },
  { website: ' https://evil.example' },
  { website: 'https://evil.example/\n' },
  { website: 'java\tscript:alert(1)' },
  { website: `https://a.example/${'x'.repeat(483)}` },
  { instagram: '@lagosrooftop' },
  { instagram: 'lagos rooftop' },
  { instagram: 'x'.repeat(31) },
  { instagram: 'https://instagram.com.evil.example/x' },
  { instagram: 'https://evil.example/instagram.com/' },
  { instagram: 'http://instagram.com/x' },
  { instagram: 'https://x@instagram.com/x' },
  { instagram: 'https://mobile.instagram.com/x' },
  { instagram: 'javascript:alert(1)' },
  { xAccount: 'x'.repeat(16) },
  { xAccount: 'https://xx.com/x' },
  { xAccount: 'https://x.com' },
  { xAccount: '<b>' },
];

async function store({ website, instagram, xAccount }: EventLinks): Promise<void> {
  await database.query('UPDATE events SET website = $2, instagram = $3, x_account = $4 WHERE id = $1', [
    eventId,
    website,
    instagram,
    xAccount,
  ]);
}

test('addresses of pages and names of accounts are taken, by the code and by the database', async () => {
  for (const links of GOOD) {
    checkLinks({ ...NONE, ...links });
    await store({ ...NONE, ...links });
  }
});

test('anything else that would become a link is refused, by the code with its field and by the database', async () => {
  for (const links of BAD) {
    const [field = ''] = Object.keys(links);
    const told = JSON.stringify(links);
    assert.throws(
      () => checkLinks({ ...NONE, ...links }),
      (error) => error instanceof Refusal && error.message.startsWith(`${field} must be`),
      told,
    );
    await assert.rejects(store({ ...NONE, ...links }), { code: '23514' }, told);
    await assert.rejects(makeEvent(on, host, links), Refusal, told);
  }
});

test('the database takes all that the code takes', async () => {
  const piece = fc.constantFrom(
    'https://',
    'http:',
    '/',
    '\\',
    '@',
    'a',
    '.',
    'é',
    ':80',
    '?',
    '#',
    '"',
    '\u0085',
    '\u00a0',
    '\u3000',
    '\u2028',
    '<',
    '%0a',
    '[::1]',
    'x.com',
    'instagram.com',
  );
  const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));
  const links = fc.record({
    website: fc.option(text.map((rest) => `https://${rest}`)),
    instagram: fc.option(text),
    xAccount: fc.option(text),
  });
  await fc.assert(
    fc.asyncProperty(links, async (some) => {
      try {
        checkLinks(some);
      } catch (error) {
        assert.ok(error instanceof Refusal);
        return;
      }
      await store(some);
    }),
    { numRuns: 500 },
  );
});
