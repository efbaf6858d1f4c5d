import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html } from './html.ts';

test('html escapes text, keeps markup and joins lists', () => {
  const items = ['<a>', html`<b>&amp;</b>`];
  assert.equal(
    html`<p title="${'"\''}">${items}${false}${undefined}${0}</p>`.markup,
    '<p title="&quot;&#39;">&lt;a&gt;<b>&amp;</b>0</p>',
  );
});
