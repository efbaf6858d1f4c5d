import { readJsonTokens, type CodeToken } from '../samples/tokens.ts';

/** Those that a client acts on. The others are the business of browser and server. */
const HEADERS = [
  'Content-Type',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'ETag',
  'Cache-Control',
  'WWW-Authenticate',
  'X-Request-Id',
];

/** An answer with its headers and its body, as far as it has them. */
export function showAnswer(place: HTMLElement, response: Response, text: string): void {
  const headers = make('dl', 'came-headers');
  for (const name of HEADERS) {
    const value = response.headers.get(name);
    if (value !== null) headers.append(make('dt', '', name), make('dd', '', value));
  }
  place.replaceChildren(headers);
  if (text !== '') {
    const body = make('pre');
    body.tabIndex = 0;
    body.setAttribute('role', 'group');
    body.setAttribute('aria-label', 'Body of the answer');
    body.append(...readJsonTokens(inLines(text)).map(coloured));
    place.append(body);
  }
  place.hidden = false;
}

function make(tag: string, style = '', text = ''): HTMLElement {
  const element = document.createElement(tag);
  if (style !== '') element.className = style;
  element.textContent = text;
  return element;
}

/** Anything but JSON stays as it came. */
function inLines(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function coloured({ kind, text }: CodeToken): Node {
  if (kind === null) return document.createTextNode(text);
  return kind === 'string' && /^"https?:/.test(text) ? link(text) : make('span', `t-${kind}`, text);
}

/** Opens an address in the answer (a payment page, a poster) in a tab that is told nothing of this one. */
function link(text: string): HTMLElement {
  const anchor = document.createElement('a');
  anchor.href = JSON.parse(text) as string;
  anchor.target = '_blank';
  anchor.rel = 'noopener noreferrer';
  anchor.textContent = text;
  return anchor;
}
