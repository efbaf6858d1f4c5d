import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isEmailAddress } from './email-address.ts';
import { mailtoLink } from './mailto.ts';

test('a link writes to the address and to nobody else, whatever signs are in it', () => {
  assert.equal(
    mailtoLink('ask@host.example', 'Order TSR-1'),
    'mailto:ask@host.example?subject=Order%20TSR-1',
  );
  assert.equal(mailtoLink('ada@bücher.example', ''), 'mailto:ada@xn--bcher-kva.example?subject=');
  const odd = 'a?bcc=eve&cc=mal#x%0abcc@host.example';
  assert.ok(isEmailAddress(odd));
  const link = new URL(mailtoLink(odd, 'One & two\r\nBcc: eve@evil.example'));
  assert.equal(decodeURIComponent(link.pathname), odd);
  assert.deepEqual([...link.searchParams.keys()], ['subject']);
  assert.doesNotMatch(link.href, /[\r\n]|%0[ad]bcc@/i);
});
