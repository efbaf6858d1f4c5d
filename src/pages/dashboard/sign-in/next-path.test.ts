import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextPath } from './next-path.ts';

test('after a sign-in people go on at an address of the dashboard', () => {
  for (const path of ['/dashboard', '/dashboard/me', '/dashboard/hosts/1/orders?state=paid&page=2'])
    assert.equal(nextPath('/dashboard', path), path);
  assert.equal(nextPath('', '/hosts/1'), '/hosts/1');
});

test('and at no other site, however its address is written', () => {
  const hostile = [
    undefined,
    '',
    'https://evil.example/dashboard/me',
    '//evil.example/dashboard/me',
    '\\\\evil.example\\dashboard',
    '/\\evil.example/dashboard/',
    '/.//evil.example',
    '/%2e//evil.example',
    '/dashboard/..//evil.example',
    '\t//evil.example/dashboard',
    '/\n/evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'http:evil.example',
    '@evil.example',
  ];
  for (const next of hostile) {
    for (const base of ['', '/dashboard']) {
      const path = nextPath(base, next);
      const { origin, pathname } = new URL(path, 'https://tickets.example');
      assert.equal(origin, 'https://tickets.example', `${next} -> ${path}`);
      assert.ok(`${pathname}/`.startsWith(`${base}/`), `${next} -> ${path}`);
    }
  }
});

test('nor at a page of this site that is not the dashboard', () => {
  for (const next of [
    '/',
    '/checkout',
    '/dashboards',
    '/dashboard/../checkout',
    '/dashboard/%2e%2e/checkout',
  ])
    assert.equal(nextPath('/dashboard', next), '/dashboard');
});
