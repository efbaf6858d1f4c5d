/** An XML element that is written already; empty where there is nothing to say. */
export type Element = string;

type Attributes = Record<string, string>;

/** Without content there is no element: EN 16931 refuses those that are empty. */
export function element(name: string, content: string | Element[], attributes: Attributes = {}): Element {
  const inside = typeof content === 'string' ? escapeXml(content).trim() : content.join('');
  if (inside === '') return '';
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  return `<${name}${given.join('')}>${inside}</${name}>`;
}

// XML has no sign for these, not even by their numbers.
const IMPOSSIBLE = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escapeXml = (text: string): string =>
  text.replace(IMPOSSIBLE, '').replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? '');
