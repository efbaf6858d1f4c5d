import type { FastifyReply } from 'fastify';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { createBoundedMap } from '../cache/bounded-map.ts';

/** The same bytes in every way that a client may want them. */
export type Encoded = { identity: Buffer; br: Buffer; gzip: Buffer };
export type Encoding = 'br' | 'gzip';

/** The client's wish: the best encoding that we have (null: plain), and whether plain bytes are acceptable. */
export type Wanted = { encoding: Encoding | null; takesIdentity: boolean };

const ENCODINGS: readonly Encoding[] = ['br', 'gzip'];

// The quality for answers that somebody waits for: most of the savings of the highest, in a fiftieth of its time.
const QUICK = { brotli: 5, gzip: constants.Z_DEFAULT_COMPRESSION };
const BEST = { brotli: constants.BROTLI_MAX_QUALITY, gzip: constants.Z_BEST_COMPRESSION };

// Clients send a handful of different headers, thousands of times a second. A long one is no browser's: it is read each time.
const MAX_REMEMBERED = 200;
const MAX_REMEMBERED_CHARACTERS = 100;
const MAX_READ_CHARACTERS = 500;

const AS_IT_IS: Wanted = { encoding: null, takesIdentity: true };
const remembered = createBoundedMap<string, Wanted>({ max: MAX_REMEMBERED });

/** Accept-Encoding by RFC 9110, 12.5.3. */
export function wantedEncoding(acceptEncoding: string | undefined): Wanted {
  if (acceptEncoding === undefined) return AS_IT_IS;
  const known = remembered.get(acceptEncoding);
  if (known) return known;
  const wanted = readAcceptEncoding(acceptEncoding.slice(0, MAX_READ_CHARACTERS));
  if (acceptEncoding.length <= MAX_REMEMBERED_CHARACTERS) remembered.set(acceptEncoding, wanted);
  return wanted;
}

/** The best of what the client takes; null: the bytes as they are. */
export const acceptedEncoding = (acceptEncoding: string | undefined): Encoding | null =>
  wantedEncoding(acceptEncoding).encoding;

function readAcceptEncoding(header: string): Wanted {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((word) => word.trim());
    if (name !== '') weights.set(name === 'x-gzip' ? 'gzip' : name, weightIn(parameters));
  }
  const others = weights.get('*');
  const weightOf = (name: string): number => weights.get(name) ?? others ?? 0;
  const identity = weights.get('identity');
  // Of two that it likes alike, the smaller one.
  const [best = 'br'] = ENCODINGS.toSorted((a, b) => weightOf(b) - weightOf(a));
  const isBestWanted = weightOf(best) > 0 && weightOf(best) >= (identity ?? 0);
  // A client that accepts nothing that we have gets the plain bytes.
  return { encoding: isBestWanted ? best : null, takesIdentity: (identity ?? others) !== 0 };
}

/** How much the client wants it, from 0 (not at all) to 1. A weight that can't be read is none. */
function weightIn(parameters: string[]): number {
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  if (weight === undefined) return 1;
  return /^q=(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight.slice(2)) : 0;
}

/** In one of zlib's threads: the requests of others go on. */
export async function encode(content: Buffer, encoding: Encoding | null, effort = QUICK): Promise<Buffer> {
  if (encoding === null) return content;
  if (encoding === 'gzip') return promisify(gzip)(content, { level: effort.gzip });
  return promisify(brotliCompress)(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: effort.brotli,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
}

export async function encodeAll(identity: Buffer, effort = QUICK): Promise<Encoded> {
  const [br, gzipped] = await Promise.all([encode(identity, 'br', effort), encode(identity, 'gzip', effort)]);
  return { identity, br, gzip: gzipped };
}

/** For what stays the same for as long as the program runs: as small as it gets, at a tenth of a second once. */
export const encodeForGood = (identity: Buffer): Promise<Encoded> => encodeAll(identity, BEST);

/** Says how the answer is encoded, and that another client may get it otherwise. */
export function nameEncoding(reply: FastifyReply, encoding: Encoding | null): FastifyReply {
  reply.header('vary', 'Accept-Encoding');
  return encoding === null ? reply : reply.header('content-encoding', encoding);
}
