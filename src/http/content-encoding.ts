import type { FastifyReply } from 'fastify';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** The same bytes in every way that a browser may want them. */
export type Encoded = { identity: Buffer; br: Buffer; gzip: Buffer };
type Encoding = 'br' | 'gzip';

// A page or a seat map is made while somebody waits: most of what the highest quality saves, in a twentieth of its time.
const BROTLI_QUALITY = 5;

/** The best of what the browser takes; null: the bytes as they are. */
export function acceptedEncoding(acceptEncoding: string | undefined): Encoding | null {
  const accepted = new Set(
    (acceptEncoding ?? '')
      .slice(0, 500)
      .split(',')
      .map((part) => part.trim().toLowerCase())
      .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
      .map((part) => part.split(';')[0]?.trim()),
  );
  if (accepted.has('br')) return 'br';
  return accepted.has('gzip') ? 'gzip' : null;
}

export async function encode(content: Buffer, encoding: Encoding | null): Promise<Buffer> {
  if (encoding === null) return content;
  if (encoding === 'gzip') return promisify(gzip)(content);
  return promisify(brotliCompress)(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
}

export async function encodeAll(identity: Buffer): Promise<Encoded> {
  const [br, gzipped] = await Promise.all([encode(identity, 'br'), encode(identity, 'gzip')]);
  return { identity, br, gzip: gzipped };
}

/** Says how the answer is encoded, and that another browser may get it otherwise. */
export function nameEncoding(reply: FastifyReply, encoding: Encoding | null): FastifyReply {
  reply.header('vary', 'Accept-Encoding');
  return encoding === null ? reply : reply.header('content-encoding', encoding);
}
