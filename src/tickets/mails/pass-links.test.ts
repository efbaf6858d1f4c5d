import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passLinksHtml, passLinksText } from './pass-links.ts';

const apple = 'https://tickets.test/wallet/passes/1/key/ticket.pkpass';

test('a mail has a link for each wallet that is offered, in its language', () => {
  assert.deepEqual(passLinksText({ apple, google: null }, 'de'), [`  Zu Apple Wallet hinzufügen: ${apple}`]);
  const [link, ...more] = passLinksHtml({ apple, google: null }, 'ar');
  assert.equal(more.length, 0);
  assert.match(link?.markup ?? '', new RegExp(`href="${apple}".*إضافة إلى Apple Wallet`));
});

test('a mail says nothing of wallets where none is offered', () => {
  assert.deepEqual(passLinksText(undefined, 'en'), []);
  assert.deepEqual(passLinksHtml({ apple: null, google: null }, 'en'), []);
});
