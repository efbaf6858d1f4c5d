import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeParagraphs } from './write-paragraphs.ts';

const linksIn = (text: string): string[] =>
  writeParagraphs(text)
    .flatMap(({ html }) => [...html.markup.matchAll(/href="([^"]*)"[^>]*>([^<]*)</g)])
    .map(([, href = '', words = '']) => (href === words ? href : `${words} -> ${href}`));

test('addresses of pages become links that are shown as they are; nothing else does', () => {
  assert.deepEqual(linksIn('See https://a.example/x?y=1&z=2.'), ['https://a.example/x?y=1&amp;z=2']);
  assert.deepEqual(linksIn('(http://a.example/one), «https://b.example/two»!'), [
    'http://a.example/one',
    'https://b.example/two',
  ]);
  for (const text of [
    'javascript:alert(1)',
    'ftp://a.example',
    'data:text/html,x',
    'mailto:eve@evil.example',
    'https://bank.example@evil.example/',
    'https:evil.example',
    `https://a.example/${'x'.repeat(600)}`,
    '[bank.example](evil)',
    '<a href="x">y</a>',
  ])
    assert.deepEqual(linksIn(text), [], text);
});

test('a blank line divides paragraphs, a line break is one, and no markup comes of a text', () => {
  const [one, two, ...rest] = writeParagraphs('One\ntwo\n\n \n<b>three</b> & "four"');
  assert.deepEqual(rest, []);
  assert.deepEqual([one?.text, one?.html.markup], ['One\ntwo', 'One<br />two']);
  assert.equal(two?.text, '<b>three</b> & "four"');
  assert.equal(two.html.markup, '&lt;b&gt;three&lt;/b&gt; &amp; &quot;four&quot;');
});
