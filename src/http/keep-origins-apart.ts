import { noSuchEndpoint } from '../refusal.ts';
import type { Route } from '../routes.ts';
import type { HttpServer } from './server.ts';

type Addresses = { publicUrl: string; checkoutUrl: string; dashboardUrl: string };

/** Whether a request's Host header names the host and port of this address of ours, however it is spelt. */
export function matchHost(address: string): (host: string | undefined) => boolean {
  const { host: ours, protocol } = new URL(address);
  return (host) => {
    // As every browser writes it, nearly always: only another spelling has to be read.
    if (host === undefined || host === ours) return host === ours;
    return /^[\w.:[\]-]+$/.test(host) && URL.parse(`${protocol}//${host}`)?.host === ours;
  };
}

export const originOf = (address: string): string => new URL(address).origin;

// The paths that the dashboard's own pages need; `/` leads from there into the dashboard.
const DASHBOARD = /^\/(dashboard|assets)\/|^\/(dashboard|favicon\.ico)?$/;
// Scripts, gateways and balancers, with nothing that a browser would show as a page.
const PAGELESS = /^\/(api|payments)\/|^\/(live|ready)$/;

// The document with a gateway's script, and our own script in it.
const PAYMENT_FRAME = /^\/(pay-in-place|assets)\//;

/** The origin of gateways' scripts has nothing else of ours, and no other origin has them: a script's neighbours are within its reach. */
export function keepPaymentFramesApart(http: HttpServer, paymentFrameUrl: string | null): void {
  const isForFrames = paymentFrameUrl === null ? () => false : matchHost(paymentFrameUrl);
  http.addHook('onRequest', (request, _reply, done) => {
    const { route } = request.routeOptions.config;
    if (route === undefined) return done();
    const isFrame = route.path.startsWith('/pay-in-place/');
    const isStray = isForFrames(request.headers.host)
      ? !PAYMENT_FRAME.test(route.path) && !PAGELESS.test(route.path)
      : isFrame;
    done(isStray ? noSuchEndpoint(request) : undefined);
  });
}

/**
 * In production an origin of the dashboard's own has the dashboard and no other page: a checkout, which any site may frame and which
 * shows what hosts write, would be a neighbour who shares its cookies and its storage.
 */
export function keepOriginsApart(
  http: HttpServer,
  { isProduction, ...addresses }: Addresses & { isProduction: boolean },
): void {
  if (!isProduction) return;
  const isForDashboard = matchHost(addresses.dashboardUrl);
  http.addHook('onRequest', (request, _reply, done) => {
    const { route } = request.routeOptions.config;
    const isStray =
      route !== undefined && isForDashboard(request.headers.host) && !isAtDashboard(route, addresses);
    done(isStray ? noSuchEndpoint(request) : undefined);
  });
}

function isAtDashboard({ path }: Route, { publicUrl, checkoutUrl, dashboardUrl }: Addresses): boolean {
  if (DASHBOARD.test(path) || PAGELESS.test(path)) return true;
  const home = path.startsWith('/checkout') ? checkoutUrl : publicUrl;
  return originOf(home) === originOf(dashboardUrl);
}
