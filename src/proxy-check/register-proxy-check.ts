import proxyAddr from '@fastify/proxy-addr';
import type { ClientAddress } from '../http/client-address.ts';
import type { HttpServer } from '../http/server.ts';
import { noSuchEndpoint } from '../refusal.ts';
import { ROUTES } from '../routes.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import { VERSION } from '../version.ts';
import { isProxyCheckToken, PROXY_CHECK_HEADER } from './proxy-check-token.ts';

/** How a request looks when it has come through the proxy. */
export type SeenRequest = {
  version: string;
  /** The other end of the connection: the proxy, if there is one. */
  peer: string;
  isPeerTrusted: boolean;
  /** Any address of the internet is trusted: whoever asks can pretend to be somebody else. */
  trustsStrangers: boolean;
  forwardedFor: string | null;
  /** The address that limits are counted on. */
  clientAddress: string;
  host: string;
};

/** In a network for examples, which no proxy has. */
export const STRANGER = '203.0.113.7';

/** Tells the operator, and nobody else, how requests arrive: what the proxy in front does can't be seen from outside. */
export function registerProxyCheck(
  http: HttpServer,
  deps: { clientAddress: ClientAddress; trustedProxies: string[]; secretKeys: SecretKeys },
): void {
  const { clientAddress, trustedProxies, secretKeys } = deps;
  const isTrusted = trustedProxies.length > 0 ? proxyAddr.compile(trustedProxies) : () => false;
  http.get(ROUTES.operator.proxyCheck.path, async (request, reply) => {
    if (!isProxyCheckToken(secretKeys, request.headers[PROXY_CHECK_HEADER], Date.now()))
      throw noSuchEndpoint(request);
    const peer = request.socket.remoteAddress ?? '';
    const forwardedFor = request.headers['x-forwarded-for'];
    const seen: SeenRequest = {
      version: VERSION,
      peer,
      isPeerTrusted: isTrusted(peer, 0),
      trustsStrangers: isTrusted(STRANGER, 1),
      forwardedFor: forwardedFor === undefined ? null : String(forwardedFor),
      clientAddress: clientAddress(request.raw),
      host: request.headers.host ?? '',
    };
    return reply.header('cache-control', 'no-store').send(seen);
  });
}
