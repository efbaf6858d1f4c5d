import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unlinked } from './unlinked.ts';

test('a text that could become a link has an invisible sign in it, a name is as it was', () => {
  assert.equal(unlinked('Dr.Ng'), 'Dr.\u200cNg');
  assert.equal(unlinked('http://a@evil.ng/x'), 'http:\u200c/\u200c/\u200ca@\u200cevil.\u200cng/\u200cx');
  assert.equal(unlinked('a。b．c｡ng'), 'a。\u200cb．\u200cc｡\u200cng');
  for (const name of ['Ada Obi', 'J. Smith', "O'Neil", 'Jr.', '李', '李。'])
    assert.equal(unlinked(name), name);
});
