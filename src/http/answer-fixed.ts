import type { FastifyReply, FastifyRequest } from 'fastify';
import { createCachedLookUps } from '../cache/cached-look-ups.ts';
import { etagOf, matchesEtag } from './conditional.ts';
import { acceptedEncoding, encodeForGood, nameEncoding, type Encoded } from './content-encoding.ts';

/** Answers with what stays the same for as long as the program runs: encoded once, when it is first asked for. What fails is tried anew. */
export function answerFixed(content: () => string, type: string) {
  const made = createCachedLookUps<Encoded & { etag: string }>({ max: 2 });

  const make = async (): Promise<Encoded & { etag: string }> => {
    const identity = Buffer.from(content());
    // Weak: the same content in another encoding has other bytes.
    return { ...(await encodeForGood(identity)), etag: `W/${etagOf(identity)}` };
  };

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const encoded = await made.find('', make);
    const encoding = acceptedEncoding(request.headers['accept-encoding']);
    // Until the next release; every visit may ask whether that was.
    reply.header('etag', encoded.etag).header('cache-control', 'no-cache');
    if (matchesEtag(request.headers['if-none-match'], encoded.etag.slice(2)))
      return nameEncoding(reply, null).code(304).send();
    return nameEncoding(reply, encoding)
      .type(type)
      .send(encoded[encoding ?? 'identity']);
  };
}
