import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { HOSTILE_TEXTS } from '../../../test/harness/hostile-texts.ts';
import { MAX_MARKDOWN_CHARACTERS, type Block, type Inline, type RichText } from '../../rules/rich-text.ts';
import { readMarkdown, readPlain } from './read-markdown.ts';
import { writePlain } from './write-plain.ts';

const plain = (markdown: string): string => writePlain(readMarkdown(markdown));
const paragraph = (...children: Inline[]): Block => ({ kind: 'paragraph', children });

test('each sign of Markdown that is known becomes what it stands for', () => {
  assert.deepEqual(readMarkdown('# One\n\n#### Four\n\nTwo **bold** and *soft* `x < y`\nnext'), [
    { kind: 'heading', level: 1, children: ['One'] },
    { kind: 'heading', level: 3, children: ['Four'] },
    paragraph(
      'Two ',
      { kind: 'strong', children: ['bold'] },
      ' and ',
      { kind: 'emphasis', children: ['soft'] },
      ' ',
      { kind: 'code', text: 'x < y' },
      { kind: 'break' },
      'next',
    ),
  ]);
  assert.deepEqual(readMarkdown('- a\n- b\n  1. c\n\n> q\n\n---\n\n```\n<b>\n```'), [
    {
      kind: 'list',
      start: null,
      items: [[paragraph('a')], [paragraph('b'), { kind: 'list', start: 1, items: [[paragraph('c')]] }]],
    },
    { kind: 'quote', blocks: [paragraph('q')] },
    { kind: 'rule' },
    { kind: 'code', text: '<b>' },
  ]);
});

test('a link leads to a page or writes to somebody, or is its words', () => {
  const link = (href: string, text: string): Block => paragraph({ kind: 'link', href, children: [text] });
  assert.deepEqual(readMarkdown('[here](https://a.example/x)'), [link('https://a.example/x', 'here')]);
  assert.deepEqual(readMarkdown('[us](mailto:ask@a.example)'), [link('mailto:ask@a.example', 'us')]);
  assert.deepEqual(readMarkdown('https://a.example/x'), [link('https://a.example/x', 'https://a.example/x')]);
  assert.deepEqual(readMarkdown('[r]\n\n[r]: https://a.example/x'), [link('https://a.example/x', 'r')]);
  const others = [
    'javascript:ran=1',
    'JAVASCRIPT:ran=1',
    '\tjavascript:ran=1',
    'javascript&colon;ran=1',
    'java\nscript:ran=1',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    '//evil.example',
    '/dashboard',
    'https:evil.example',
    'https:\\\\evil.example',
    'https://shop.example@evil.example/',
    'mailto:a@a.example?bcc=b@b.example',
    'mailto:a@a.example,b@b.example',
    'tel:+234',
    `https://a.example/${'x'.repeat(500)}`,
  ];
  for (const address of others) {
    for (const markdown of [`[word](<${address}>)`, `[word](${address})`, `[word][r]\n\n[r]: ${address}`]) {
      assert.ok(!JSON.stringify(readMarkdown(markdown)).includes('"link","href":"javascript'), markdown);
      for (const href of linksIn(readMarkdown(markdown)))
        assert.match(href, /^(https?:\/\/[a-z.]+\.example(\/|$)|mailto:[^?,]+$)/, markdown);
    }
    assert.deepEqual(linksIn(readMarkdown(`[word](<${address}>)`)), [], address);
  }
});

test('HTML and pictures are text', () => {
  assert.deepEqual(readMarkdown('<b>loud</b> &amp; <script>ran=1</script>'), [
    paragraph('<b>loud</b> &amp; <script>ran=1</script>'),
  ]);
  assert.deepEqual(readMarkdown('<div>\n\n**in**\n\n</div>'), [
    paragraph('<div>'),
    paragraph({ kind: 'strong', children: ['in'] }),
    paragraph('</div>'),
  ]);
  assert.deepEqual(readMarkdown('![the roof](http://evil.example/a.png)'), [paragraph('the roof')]);
  assert.deepEqual(readMarkdown('|a|b|\n|-|-|\n|1|2|'), [
    paragraph('|a|b|', { kind: 'break' }, '|-|-|', { kind: 'break' }, '|1|2|'),
  ]);
});

test('as plain text nothing of the signs is left, and nothing of the words is lost', () => {
  const markdown = [
    '# The night',
    'Four **bands**,\none roof.',
    '- [tickets](https://a.example/t)\n- <https://b.example>\n  1. inner',
    '3. three\n4. four',
    '> said *she*\n>\n> twice',
    '    code < here',
    '***',
    'Ask [us](mailto:ask@a.example)',
  ].join('\n\n');
  assert.equal(
    plain(markdown),
    [
      'The night',
      'Four bands,\none roof.',
      '- tickets (https://a.example/t)\n- https://b.example\n  1. inner',
      '3. three\n4. four',
      '> said she\n>\n> twice',
      'code < here',
      '---',
      'Ask us (ask@a.example)',
    ].join('\n\n'),
  );
});

test('plain text is paragraphs, whatever signs are in it', () => {
  assert.deepEqual(readPlain('# One\n*two*\n\n\n<b>three</b>\n'), [
    paragraph('# One', { kind: 'break' }, '*two*'),
    paragraph('<b>three</b>'),
  ]);
  assert.deepEqual(readPlain(''), []);
});

test('a long text is read in parts that nobody sees: lists, code and notes of links stay whole', () => {
  const words = 'word '.repeat(500).trim();
  const code = `\`\`\`\n${'line\n\n'.repeat(100)}\`\`\``;
  const items = Array.from({ length: 10 }, (_, n) => `${n + 1}. item`).join('\n');
  const text = [words, `see [r] and **${words}**`, code, items, words, '[r]: https://a.example/x'].join(
    '\n\n',
  );
  const kinds = readMarkdown(text).map(({ kind }) => kind);
  assert.deepEqual(kinds, ['paragraph', 'paragraph', 'code', 'list', 'paragraph']);
  assert.deepEqual(linksIn(readMarkdown(text)), ['https://a.example/x']);
  assert.equal(plain(`${words}\n\n${words}`), `${words}\n\n${words}`);
});

test('an address in a sentence is a link, without what ends the sentence', () => {
  const found = (markdown: string): string[] => linksIn(readMarkdown(markdown));
  assert.deepEqual(found('See https://a.example/x_y_z. Or (www.b.example)!'), [
    'https://a.example/x_y_z',
    'http://www.b.example/',
  ]);
  assert.deepEqual(found('https://a.example/_soft_/a_(b)'), ['https://a.example/_soft_/a_(b)']);
  assert.deepEqual(found('Ask first_last@a.example, or eve@a.example.'), [
    'mailto:first_last@a.example',
    'mailto:eve@a.example',
  ]);
  assert.deepEqual(found('[ask@a.example](https://a.example/ask)'), ['https://a.example/ask']);
  assert.deepEqual(found('no@where a@b `c@d.example` xhttps://'), []);
});

const LONGEST = MAX_MARKDOWN_CHARACTERS;
const filled = (text: string): string => text.repeat(Math.ceil(LONGEST / text.length)).slice(0, LONGEST);
const REPEATED = [
  '[',
  ']',
  '*',
  '_',
  '>',
  '`',
  '~',
  '<',
  '!',
  '#',
  '&',
  '\\',
  '|',
  '-',
  '+',
  '\t',
  ' ',
  '\n',
  '(',
  '> ',
  '- ',
  '1. ',
  '* ',
  '- > ',
  '>- ',
  '> 1. ',
  '*a ',
  '**a ',
  '***a ',
  'a_',
  '_a ',
  'a**',
  'a* ',
  '__a_',
  '*a**b_c__',
  '*a_ ',
  'a**b',
  '[a](',
  '[a](b',
  '![',
  '[]',
  '[a][b]',
  '[a]: b\n',
  '`a',
  '<a ',
  '<a href="',
  '<!-- ',
  '<?',
  '<![CDATA[',
  '~~a ',
  '- - ',
  '- \n',
  '-\n ',
  '|a|\n|-|\n',
  '```\n',
  '# ',
  'http://a.',
  'www.',
  'a@a.',
  '*[_`>',
  'a\n-',
  'a\n=',
  '    a\n',
  '> a\nb\n',
  '1)\n',
  '&#x',
  '<div>\n',
];
const NESTED = [
  '['.repeat(LONGEST / 2) + ']'.repeat(LONGEST / 2),
  '[a]('.repeat(4_000) + ')'.repeat(4_000),
  Array.from({ length: 190 }, (_, depth) => `${' '.repeat(depth)}- a`).join('\n'),
  Array.from({ length: 130 }, (_, depth) => `${' '.repeat(depth * 2)}- a`).join('\n'),
  Array.from({ length: 190 }, (_, depth) => `${'>'.repeat(depth)} a`).join('\n'),
  Array.from({ length: 190 }, (_, length) => '`'.repeat(length + 1)).join(' '),
  `[r]: https://a.example/${'x'.repeat(400)}\n\n${'[r] '.repeat(4_000)}`,
];

// A parser that backtracks would take minutes for some of these, or run out of stack.
test('the worst that fits is read, and is no deeper than people write', () => {
  for (const markdown of [...REPEATED.map(filled), ...NESTED]) {
    const blocks = readMarkdown(markdown);
    assert.ok(depthOf(blocks) <= 40, `${markdown.slice(0, 20)} is ${depthOf(blocks)} deep`);
    assert.equal(typeof writePlain(blocks), 'string');
  }
});

test('any text is read, every text of the corpus is kept word by word, and no link leads elsewhere', () => {
  const signs = fc.constantFrom(
    ...REPEATED,
    ...HOSTILE_TEXTS,
    'word',
    ' ',
    '\n',
    '\n\n',
    '  ',
    ')',
    '](javascript:x)',
  );
  fc.assert(
    fc.property(fc.array(signs, { maxLength: 60 }), (parts) => {
      const blocks = readMarkdown(parts.join(''));
      for (const href of linksIn(blocks)) assert.match(href, /^(https?:\/\/|mailto:)/);
      writePlain(blocks);
    }),
    { numRuns: 300 },
  );
  for (const text of HOSTILE_TEXTS) {
    const words = (of: string): string => of.replaceAll(/[\s\\]+/g, '');
    const line = text.split(/[\r\n]/).find(Boolean) ?? '';
    if (line.trim()) assert.equal(words(plain(line)), words(line));
  }
});

function linksIn(blocks: RichText): string[] {
  return [...JSON.stringify(blocks).matchAll(/"href":"([^"]*)"/g)].map(([, href = '']) => href);
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}
