const HEAD_END = '</head>';
// Names of our own files: nothing that is written into a page has these signs.
const NEEDED = /<(link rel="(?:modulepreload|stylesheet)" href|script type="module" src)="([\w./-]+)"/g;

/**
 * The `link` header of a page, from its head: the files that it can't start without. A browser asks for them as soon as the header is
 * there, while the page itself is still on its way. Null for a page that needs none.
 */
export function preloadHeader(markup: string): string | null {
  const head = markup.slice(0, markup.indexOf(HEAD_END));
  const links = Array.from(head.matchAll(NEEDED), ([, tag = '', file = '']) =>
    tag.includes('stylesheet') ? `<${file}>; rel=preload; as=style` : `<${file}>; rel=modulepreload`,
  );
  return links.length === 0 ? null : links.join(', ');
}
