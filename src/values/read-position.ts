import { isShortPlusCode, readPlusCode } from './plus-code.ts';
import { readDegrees, readPlainPair, type Degrees } from './read-degrees.ts';
import { readMapLink } from './read-map-link.ts';

// The dashboard's page runs this too: nothing here may need Node.

export type Position = { lat: number; lng: number };

/**
 * `short_link` has to be opened first: its long address says where it leads. `short_code` is a plus code that counts on a town near by.
 * `out_of_range`: there is no such place on the globe; often the two numbers are the wrong way round.
 */
export type PositionProblem = 'short_link' | 'short_code' | 'out_of_range' | 'unknown';

export const MAX_POSITION_CHARACTERS = 2_000;

/**
 * A place, from what somebody pastes: degrees in any of their spellings, a link to a map, a `geo:` address or a full plus code. Nobody
 * is asked over the network. Six digits after the point are a hand's breadth.
 */
export function readPosition(typed: string): Position | { problem: PositionProblem } {
  if (typed.length > MAX_POSITION_CHARACTERS) return { problem: 'unknown' };
  const found = find(typed.trim());
  if (typeof found === 'string') return { problem: found };
  const { lat, lng } = found;
  // A number that is none compares with nothing.
  if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180)) return { problem: 'out_of_range' };
  return { lat: round(lat), lng: round(lng) };
}

function find(text: string): Degrees | PositionProblem {
  if (/^geo:/i.test(text)) return readGeo(text.slice(4)) ?? 'unknown';
  const url = findUrl(text);
  if (url) return readMapLink(url) ?? 'unknown';
  // A town may stand behind a code.
  const [code = ''] = text.toUpperCase().split(/[\s,]/, 1);
  if (isShortPlusCode(code)) return 'short_code';
  return readPlusCode(code) ?? readDegrees(text) ?? 'unknown';
}

/** Android's format: `geo:6.4281,3.4219?z=17`, or `geo:0,0?q=6.4281,3.4219(Where it is)`. */
function readGeo(rest: string): Degrees | null {
  const [place = '', query = ''] = rest.split('?', 2);
  const asked = new URLSearchParams(query).get('q');
  return asked === null ? readPlainPair(place) : readPlainPair(asked);
}

/** Apps share a link with a name before it, and people leave its scheme out. */
function findUrl(text: string): URL | null {
  const [link] = /https?:\/\/\S+/i.exec(text) ?? [];
  if (link !== undefined) return URL.parse(link);
  return /^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,5}\/\S*$/i.test(text) && /^\S*[a-z]\S*$/i.test(text)
    ? URL.parse(`https://${text}`)
    : null;
}

// Never minus zero.
const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6 || 0;
