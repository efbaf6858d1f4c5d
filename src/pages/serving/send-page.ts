import type { FastifyReply } from 'fastify';
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { PageName, Pages, Shell } from '../contract.ts';
import {
  acceptedEncoding,
  encode,
  encodeForGood,
  nameEncoding,
  type Encoded,
  type Encoding,
} from '../../http/content-encoding.ts';
import { contentSecurityPolicy, type PolicyParts } from './content-security-policy.ts';
import type { Web } from './load-web.ts';
import { preloadHeader } from './preload-header.ts';

export type PageAnswer<Name extends PageName = PageName> = {
  page: Name;
  data: Pages[Name];
  status?: number;
  /** The page's rights besides its own style and script, which it always has. */
  policy?: Omit<PolicyParts, 'nonce' | 'scriptHash' | 'hasScripts'>;
  /** No cache keeps the page, unless it is said: most are about one person. */
  cacheControl?: string;
  /** With `same-origin`, a form of the page says where it comes from; other sites are told nothing either way. */
  referrerPolicy?: 'no-referrer' | 'same-origin';
  /** It has rules of its own besides the file that its style is. */
  hasOwnStyle?: boolean;
  /** Kept out of search engines. */
  isSecret?: boolean;
  /** The same for all who ask: made once for each `data`, and cached. Not for pages that have their style within them. */
  isFixed?: boolean;
};

export type SendPage = <Name extends PageName>(
  reply: FastifyReply,
  answer: PageAnswer<Name>,
) => Promise<FastifyReply>;

type Rendered = { preloads: string | null; encoded: Encoded };

const encodeFixed = async (markup: string): Promise<Rendered> => ({
  preloads: preloadHeader(markup),
  encoded: await encodeForGood(Buffer.from(markup)),
});

const pick = ({ preloads, encoded }: Rendered, encoding: Encoding | null) => ({
  preloads,
  body: encoded[encoding ?? 'identity'],
});

const render = async (markup: string, encoding: Encoding | null) => ({
  preloads: preloadHeader(markup),
  body: await encode(Buffer.from(markup), encoding),
});

/** The one way in which people get a page. `checkoutUrl` is where buyers reach `/checkout`, perhaps by another path. */
export function createSendPage(web: Web, { checkoutUrl }: { checkoutUrl: string }): SendPage {
  const checkoutAssets = `${new URL(checkoutUrl).pathname}/assets`;
  const fixed = new WeakMap<object, Promise<Rendered>>();

  const findFixed = ({ page, data }: PageAnswer, shell: Shell): Promise<Rendered> => {
    assert(!('nonce' in shell.style), 'a page with a secret of its own is made for each answer');
    const cached = fixed.get(data) ?? encodeFixed(web.renderPage(page, data, shell));
    fixed.set(data, cached);
    return cached;
  };

  return async (reply, answer) => {
    const { page, status = 200, policy = {}, cacheControl = 'no-store', isSecret = false } = answer;
    const { style, scripts, leadsTo } = web.build.pages[page];
    const text = web.styles.get(page);
    const first = web.firstScripts.get(page);
    const nonce =
      text !== undefined || answer.hasOwnStyle === true ? randomBytes(16).toString('base64') : undefined;
    const shell: Shell = {
      assetsPath: reply.request.url.startsWith('/checkout') ? checkoutAssets : '/assets',
      style: { ...(text === undefined ? { file: style } : { text }), ...(nonce !== undefined && { nonce }) },
      scripts,
      ...(first && { firstScript: first.text }),
      ...(leadsTo !== null && { next: web.build.pages[leadsTo] }),
      isSecret,
    };
    const encoding = acceptedEncoding(reply.request.headers['accept-encoding']);
    const { preloads, body } = answer.isFixed
      ? pick(await findFixed(answer, shell), encoding)
      : await render(web.renderPage<PageName>(page, answer.data, shell), encoding);
    if (preloads !== null) reply.header('link', preloads);
    if (isSecret) reply.header('x-robots-tag', 'noindex');
    return (
      nameEncoding(reply, encoding)
        .code(status)
        .type('text/html; charset=utf-8')
        .header(
          'content-security-policy',
          contentSecurityPolicy({
            ...policy,
            hasScripts: scripts !== null,
            ...(nonce && { nonce }),
            ...(first && { scriptHash: first.hash }),
          }),
        )
        // Addresses of pages may say who somebody is, or open an order.
        .header('referrer-policy', answer.referrerPolicy ?? 'no-referrer')
        .header('cache-control', cacheControl)
        .header('x-content-type-options', 'nosniff')
        .send(body)
    );
  };
}
