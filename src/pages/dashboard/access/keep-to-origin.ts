import { matchHost } from '../../../http/keep-origins-apart.ts';
import type { HttpServer } from '../../../http/server.ts';
import { noSuchEndpoint, Refusal } from '../../../refusal.ts';

const UNSAFE = new Set(['POST', 'PATCH', 'PUT', 'DELETE']);

/**
 * In production the dashboard has the origin of DASHBOARD_URL only. It shares nothing with pages of the checkout, which any site may frame.
 */
export function keepToOrigin(
  scope: HttpServer,
  { dashboardUrl, isProduction }: { dashboardUrl: string; isProduction: boolean },
): void {
  if (!isProduction) return;
  const isForDashboard = matchHost(dashboardUrl);
  scope.addHook('onRequest', async (request) => {
    if (!isForDashboard(request.headers.host)) throw noSuchEndpoint(request);
  });
}

/**
 * No other site can cause a change. Browsers name a request's origin, by Sec-Fetch-Site or by Origin; a request with neither changes
 * nothing.
 */
export function refuseOtherSites(
  scope: HttpServer,
  { dashboardUrl, isProduction }: { dashboardUrl: string; isProduction: boolean },
): void {
  const { origin } = new URL(dashboardUrl);
  scope.addHook('onRequest', async (request) => {
    if (!UNSAFE.has(request.method)) return;
    const { 'sec-fetch-site': site, origin: from, host } = request.headers;
    const isOurs =
      site === undefined
        ? from !== undefined && (from === origin || (!isProduction && from === `http://${host}`))
        : site === 'same-origin';
    if (!isOurs) {
      throw new Refusal(
        'other_site',
        'Other sites can’t make this change: open the dashboard and try again.',
      );
    }
  });
}

const HEADERS = {
  // Browsers must not guess the type, load it as a script or picture of another site, or keep a link to the window that opened it.
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
} as const;

/** Set on every answer below the dashboard, refusals included. */
export function keepAnswersApart(scope: HttpServer): void {
  scope.addHook('onRequest', async (_request, reply) => {
    reply.headers(HEADERS);
  });
}
