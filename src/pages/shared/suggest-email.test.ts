import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suggestEmail } from './suggest-email.ts';

const meant = (domain: string): string | null => suggestEmail(`ada@${domain}`)?.replace('ada@', '') ?? null;

test('one slip in the name of a common provider, in its ending, or in both, is seen', () => {
  for (const [typed, expected] of [
    ['gmial.com', 'gmail.com'],
    ['gmal.com', 'gmail.com'],
    ['gmaill.com', 'gmail.com'],
    ['gnail.com', 'gmail.com'],
    ['GMAIL.CON', 'gmail.com'],
    ['gmial.co', 'gmail.com'],
    ['gmail.cm', 'gmail.com'],
    ['yaho.com', 'yahoo.com'],
    ['yahooo.co.uk', 'yahoo.co.uk'],
    ['yahoo.co.ku', 'yahoo.co.uk'],
    ['hotmial.com', 'hotmail.com'],
    ['hotmail.vom', 'hotmail.com'],
    ['outlok.com', 'outlook.com'],
    ['iclould.com', 'icloud.com'],
    ['mweb.co.z', 'mweb.co.za'],
    ['telkomsa.ne', 'telkomsa.net'],
    ['vodamial.co.za', 'vodamail.co.za'],
    ['webmial.co.za', 'webmail.co.za'],
  ] as const)
    assert.equal(meant(typed), expected, typed);
});

test('a dot that is missing, doubled or a comma is seen', () => {
  for (const typed of ['gmailcom', 'gmail..com', 'gmail,com', 'gmail.com.', 'g.mail.com'])
    assert.equal(meant(typed), 'gmail.com', typed);
  assert.equal(meant('webmailco.za'), 'webmail.co.za');
});

test('a domain that exists with one ending only is known by its name', () => {
  for (const typed of ['gmail.co.za', 'gmail.ng', 'gmail.net'])
    assert.equal(meant(typed), 'gmail.com', typed);
});

test('addresses that are somebody’s own, and those of other providers, are left alone', () => {
  for (const domain of [
    'gmail.com',
    'ymail.com',
    'mail.com',
    'email.com',
    'yahoo.fr',
    'mtn.com',
    'mtn.ng',
    'web.co.za',
    'uct.ac.za',
    'unilag.edu.ng',
    'ug.edu.gh',
    'example.com',
    'live.nl',
    'yahoo.com.au',
    'tessera.example',
    'bücher.example',
  ])
    assert.equal(meant(domain), null, domain);
});

test('the part before the @ stays as it was typed, and half an address suggests nothing', () => {
  assert.equal(suggestEmail(' Ada.Obi+x@gmial.com '), 'Ada.Obi+x@gmail.com');
  for (const typed of ['', 'ada', 'ada@', '@gmial.com', 'ada@g', 'ada@gm.c'])
    assert.equal(suggestEmail(typed), null);
});
