import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import type { PageName, Pages } from '../contract.ts';
import { etagOf, matchesEtag } from '../../http/conditional.ts';
import { acceptedEncoding, encodeAll, nameEncoding, type Encoded } from '../../http/content-encoding.ts';
import { contentSecurityPolicy, type PolicyParts } from './content-security-policy.ts';
import type { Web } from './load-web.ts';
import { preloadHeader } from './preload-header.ts';

/** A page that is the same for all who ask, made once and sent many times. */
export type MadePage = Encoded & {
  etag: string;
  policy: string;
  preloads: string | null;
  isSecret: boolean;
};

export type MakePage = <Name extends PageName>(answer: {
  page: Name;
  data: Pages[Name];
  policy: Omit<PolicyParts, 'nonce' | 'styleHash' | 'scriptHash' | 'hasScripts'>;
  /** Kept out of search engines. */
  isSecret: boolean;
  /** The path of its files, if buyers reach them below a path of their own. */
  assetsPath?: string;
}) => Promise<MadePage>;

export function createMakePage(web: Web): MakePage {
  return async ({ page, data, policy, isSecret, assetsPath = '/assets' }) => {
    const { style: file, scripts } = web.build.pages[page];
    const text = web.styles.get(page);
    const style = text === undefined ? { file } : { text };
    const first = web.firstScripts.get(page);
    const shell = { assetsPath, style, scripts, isSecret };
    const markup = web.renderPage(page, data, first ? { ...shell, firstScript: first.text } : shell);
    const identity = Buffer.from(markup);
    return {
      ...(await encodeAll(identity)),
      etag: etagOf(identity),
      policy: contentSecurityPolicy({
        ...policy,
        hasScripts: scripts !== null,
        ...(first && { scriptHash: first.hash }),
        ...(text !== undefined && { styleHash: hashOfStyle(markup) }),
      }),
      preloads: preloadHeader(markup),
      isSecret,
    };
  };
}

/** A nonce is for one answer. A page for many has the hash of its style. */
function hashOfStyle(markup: string): string {
  const text = /<style>([^]*?)<\/style>/.exec(markup)?.[1] ?? '';
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/**
 * Sends it, or 304 to a client that has it already. Caches may keep it and have to ask each time: what is on sale changes at any moment.
 */
export function sendMadePage(
  request: FastifyRequest,
  reply: FastifyReply,
  made: MadePage,
  cacheControl = 'public, no-cache',
): FastifyReply {
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  if (made.preloads !== null) reply.header('link', made.preloads);
  if (made.isSecret) reply.header('x-robots-tag', 'noindex');
  reply
    .header('vary', 'Accept-Encoding, Accept-Language')
    // Weak: the same page in another encoding has other bytes.
    .header('etag', `W/${made.etag}`)
    .header('cache-control', cacheControl)
    .header('content-security-policy', made.policy)
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff');
  if (matchesEtag(request.headers['if-none-match'], made.etag)) return reply.code(304).send();
  return nameEncoding(reply, encoding)
    .header('vary', 'Accept-Encoding, Accept-Language')
    .type('text/html; charset=utf-8')
    .send(made[encoding ?? 'identity']);
}
