import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { matchHost, originOf } from '../http/keep-origins-apart.ts';
import type { HttpServer } from '../http/server.ts';
import type { PageAnswer, SendPage } from '../pages/send-page.ts';
import { ROUTES } from '../routes.ts';

const ICON = path.join(import.meta.dirname, '../../web/pages/favicon.svg');

const CHECKOUT = { page: 'home', data: { about: 'checkout' }, isFixed: true } satisfies PageAnswer<'home'>;

/** The addresses that lead nowhere by themselves: each says what is behind it, or what to use until something is. */
export async function registerHome(
  http: HttpServer,
  { sendPage, publicUrl, dashboardUrl }: { sendPage: SendPage; publicUrl: string; dashboardUrl: string },
): Promise<void> {
  const isApart = originOf(dashboardUrl) !== originOf(publicUrl);
  const isForDashboard = matchHost(dashboardUrl);
  const icon = await readFile(ICON, 'utf8');
  http.get(ROUTES.pages.icon.path, async (_request, reply) => reply.type('image/svg+xml').send(icon));
  http.get(ROUTES.pages.home.path, async (request, reply) =>
    reply.redirect(isApart && isForDashboard(request.headers.host) ? dashboardUrl : ROUTES.pages.docs.path),
  );
  http.get(ROUTES.pages.checkout.path, async (_request, reply) => sendPage(reply, CHECKOUT));
}
