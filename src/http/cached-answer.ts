import { etagOf, matchedEtag } from './conditional.ts';
import { encode, wantedEncoding, type Encoding } from './content-encoding.ts';

/** An answer as it goes over the wire, made once and sent many times. */
export type CachedAnswer = {
  body: Buffer;
  etag: string;
  /** The bytes of the encodings that were wanted so far. */
  encodedBytes(): number;
  /** The answer for this client; a promise if nobody has asked for its encoding yet. */
  forClient(headers: ClientHeaders): Sendable | Promise<Sendable>;
};

type ClientHeaders = { 'accept-encoding'?: string | undefined; 'if-none-match'?: string | undefined };

/** The head is made with the body, and not for every request. */
export type Sendable = { status: 200 | 304; headers: readonly string[]; body: Buffer | null };

export const JSON_TYPE = 'application/json; charset=utf-8';
const CACHE_CONTROL = 'private, max-age=60, stale-while-revalidate=120';
// A cache must not give one host's answer to the holder of another host's key, nor bytes to who can't read them.
const VARY = 'Authorization, Accept-Encoding';

// Below this, head and body fit into one packet anyway.
const MIN_ENCODED_BYTES = 1_000;

type Form = Encoding | 'identity';
const FORMS: readonly Form[] = ['identity', 'br', 'gzip'];

/**
 * Each encoding is made when it is first wanted, once, while those who want it wait: half a millisecond for a list. Every
 * form has a strong tag of its own, as RFC 9110 (8.8.3) has it; whoever has one of them has the answer.
 */
export function createCachedAnswer(body: Buffer, onEncoded?: () => void): CachedAnswer {
  const etag = etagOf(body);
  const etags: Record<Form, string> = {
    identity: etag,
    br: withEnding(etag, 'br'),
    gzip: withEnding(etag, 'gzip'),
  };
  // First the tag of what would be sent: of several that the client has, that one is named.
  const candidates = Object.fromEntries(
    FORMS.map((form) => [form, [etags[form], ...Object.values(etags)]]),
  ) as Record<Form, string[]>;
  const unchanged = new Map(
    Object.values(etags).map((tag): [string, Sendable] => [
      tag,
      { status: 304, headers: conditionalHeaders(tag), body: null },
    ]),
  );
  const plain = toSendable(body, etag, null);
  const encoded: Partial<Record<Encoding, Sendable | Promise<Sendable>>> = {};
  let encodedBytes = 0;

  async function make(encoding: Encoding): Promise<Sendable> {
    try {
      const bytes = await encode(body, encoding);
      encodedBytes += bytes.length;
      return (encoded[encoding] = toSendable(bytes, etags[encoding], encoding));
    } catch {
      // No memory for it: whoever wants it gets the bytes as they are.
      return (encoded[encoding] = plain);
    } finally {
      onEncoded?.();
    }
  }

  return {
    body,
    etag,
    encodedBytes: () => encodedBytes,
    forClient(headers) {
      const { encoding, takesIdentity } = wantedEncoding(headers['accept-encoding']);
      const isEncoded = encoding !== null && (body.length >= MIN_ENCODED_BYTES || !takesIdentity);
      const has = matchedEtag(headers['if-none-match'], candidates[isEncoded ? encoding : 'identity']);
      const answer = has === null ? undefined : unchanged.get(has);
      if (answer) return answer;
      return isEncoded ? (encoded[encoding] ??= make(encoding)) : plain;
    },
  };
}

const withEnding = (etag: string, ending: Encoding): string => `${etag.slice(0, -1)}-${ending}"`;

const conditionalHeaders = (etag: string): string[] => [
  'etag',
  etag,
  'cache-control',
  CACHE_CONTROL,
  'vary',
  VARY,
];

function toSendable(body: Buffer, etag: string, encoding: Encoding | null): Sendable {
  const content = ['content-type', JSON_TYPE, 'content-length', String(body.length)];
  const headers = [
    ...conditionalHeaders(etag),
    ...(encoding === null ? [] : ['content-encoding', encoding]),
    ...content,
  ];
  return { status: 200, headers, body };
}
