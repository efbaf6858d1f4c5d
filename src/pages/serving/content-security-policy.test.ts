import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentSecurityPolicy } from './content-security-policy.ts';

test('a page that says nothing may show itself, to nobody but its reader', () => {
  assert.equal(
    contentSecurityPolicy({}),
    "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  );
});

test('each part adds what it names', () => {
  assert.match(contentSecurityPolicy({ styleHash: 'sha256-H' }), /; style-src 'self' 'sha256-H';/);
  assert.equal(
    contentSecurityPolicy({
      nonce: 'N',
      scriptHash: 'sha256-S',
      hasScripts: true,
      mediaOrigin: 'https://media.example',
      frames: ["'self'"],
      formAction: '*',
      frameAncestors: ['https://a.example', 'https://b.example'],
    }),
    "default-src 'none'; style-src 'self' 'nonce-N'; script-src 'self' 'sha256-S'; connect-src 'self'; img-src 'self' https://media.example data:; frame-src 'self'; form-action *; base-uri 'none'; frame-ancestors https://a.example https://b.example",
  );
});
