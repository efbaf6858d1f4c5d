import { readDegrees, readPlainPair, type Degrees } from './read-degrees.ts';
import { readPlusCode } from './plus-code.ts';

// The dashboard's page runs this too: nothing here may need Node.

// Only their own servers know the targets of these.
const SHORTENERS = new Set(
  `maps.app.goo.gl goo.gl g.co g.page share.google bit.ly tinyurl.com t.co is.gd ow.ly rb.gy cutt.ly shorturl.at lnkd.in
   maps.apple binged.it w.wiki`.split(/\s+/),
);

/** The place that a link to a map shows. Null: it is no such link, or names no place. */
export function readMapLink(url: URL): Degrees | 'short_link' | null {
  const host = url.hostname.replace(/^www\./, '');
  if (SHORTENERS.has(host)) return 'short_link';
  if (/^(?:[a-z]{1,10}\.)?google\.[a-z]{2,3}(?:\.[a-z]{2})?$/.test(host)) return readGoogle(url);
  if (host === 'openstreetmap.org' || host === 'osm.org') return readOpenStreetMap(url);
  if (host === 'maps.apple.com') return readFields(url, ['coordinate', 'll', 'q', 'daddr', 'center', 'sll']);
  if (host === 'bing.com') return readBing(url);
  if (host === 'waze.com' || host === 'ul.waze.com') return readFields(url, ['ll', 'latlng']);
  return null;
}

function readGoogle(url: URL): Degrees | null {
  const path = decode(url.pathname);
  const parts = path.split('/');
  const view = parts.findIndex((part) => part.startsWith('@'));
  // The pin, then what was asked for, then where the map happens to be.
  const pin = [...path.matchAll(/!3d(-?\d{1,3}(?:\.\d{1,20})?)!4d(-?\d{1,3}(?:\.\d{1,20})?)/g)].at(-1);
  if (pin) return { lat: Number(pin[1]), lng: Number(pin[2]) };
  const end =
    view === -1 ? parts.findLastIndex((part) => part !== '' && !part.startsWith('data=')) + 1 : view;
  return (
    readFields(url, ['q', 'query', 'destination', 'daddr', 'll', 'center']) ??
    readText(parts[end - 1] ?? '') ??
    readPlainPair((parts[view] ?? '').slice(1))
  );
}

function readOpenStreetMap(url: URL): Degrees | 'short_link' | null {
  if (url.pathname.startsWith('/go/')) return 'short_link';
  const of = (lat: string, lng: string): Degrees | null =>
    readPlainPair(`${url.searchParams.get(lat) ?? ''},${url.searchParams.get(lng) ?? ''}`);
  const [, map = ''] = /[#&]map=\d{1,2}(?:\.\d{1,9})?\/([^&]*)/.exec(url.hash) ?? [];
  return of('mlat', 'mlon') ?? readPlainPair(map.replace('/', ',')) ?? of('lat', 'lon');
}

function readBing(url: URL): Degrees | null {
  const point = /(?:^|~)point\.([^_]+)_([^_]+)/.exec(url.searchParams.get('sp') ?? '');
  const middle = (url.searchParams.get('cp') ?? '').replace('~', ',');
  return (
    (point && readPlainPair(`${point[1]},${point[2]}`)) ??
    readFields(url, ['q', 'where1']) ??
    readPlainPair(middle)
  );
}

function readFields(url: URL, names: string[]): Degrees | null {
  for (const name of names) {
    const place = readText(url.searchParams.get(name) ?? '');
    if (place) return place;
  }
  return null;
}

// A plus in an address is a space, unless it is one.
const readText = (text: string): Degrees | null =>
  readPlainPair(text) ?? readPlusCode(text.toUpperCase()) ?? readDegrees(text.replaceAll('+', ' '));

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
