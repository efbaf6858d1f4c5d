import type { FastifyReply, FastifyRequest } from 'fastify';
import { etagOf, matchesEtag } from './conditional.ts';
import { acceptedEncoding, encodeForGood, nameEncoding, type Encoded } from './content-encoding.ts';

/** Answers with what stays the same for as long as the program runs: encoded once, when it is first asked for. */
export function answerFixed(content: () => string, type: string) {
  let made: Promise<Encoded & { etag: string }> | undefined;

  const make = async (): Promise<Encoded & { etag: string }> => {
    const identity = Buffer.from(content());
    // Weak: the same content in another encoding has other bytes.
    return { ...(await encodeForGood(identity)), etag: `W/${etagOf(identity)}` };
  };

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const encoded = await (made ??= make());
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
