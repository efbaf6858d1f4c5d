import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Pages } from '../contract.ts';
import { readDemoHosts } from '../../demo/demo-facts.ts';
import { matchHost, originOf } from '../../http/keep-origins-apart.ts';
import type { HttpServer } from '../../http/server.ts';
import { languageOf } from '../serving/page-language.ts';
import type { SendPage } from '../serving/send-page.ts';
import { ROUTES } from '../../routes.ts';
import type { Language } from '../../values/language.ts';

const ICON = path.join(import.meta.dirname, './favicon.svg');

export type HomeDeps = {
  sendPage: SendPage;
  publicUrl: string;
  dashboardUrl: string;
  /** The operator's own front page; null: ours. */
  homeUrl: string | null;
  hasStatusPage: boolean;
  signUp: 'open' | 'invited' | 'closed';
  isProduction: boolean;
  smtpUrl: string | null;
  mailFrom: string;
  seedsDemo: boolean;
  dataDir: string;
};

/** The addresses that nobody was given a link to: each leads hosts, integrators and buyers on. */
export async function registerHome(http: HttpServer, deps: HomeDeps): Promise<void> {
  const { sendPage, publicUrl, dashboardUrl, homeUrl } = deps;
  const isApart = originOf(dashboardUrl) !== originOf(publicUrl);
  const isForDashboard = matchHost(dashboardUrl);
  const icon = await readFile(ICON, 'utf8');
  http.get(ROUTES.pages.icon.path, async (_request, reply) => reply.type('image/svg+xml').send(icon));

  http.get(ROUTES.pages.home.path, async (request, reply) => {
    if (isApart && isForDashboard(request.headers.host)) return reply.redirect(dashboardUrl);
    if (homeUrl !== null) return reply.redirect(homeUrl);
    return sendPage(reply, { page: 'home', data: await describeHome(deps, languageOf(request)) });
  });

  http.get(ROUTES.pages.checkout.path, async (request, reply) =>
    sendPage(reply, {
      page: 'notice',
      data: {
        about: 'checkout',
        language: languageOf(request),
        theme: null,
        ways: { home: `${publicUrl}/`, embed: `${publicUrl}${ROUTES.pages.docsEmbed.path}` },
      },
    }),
  );
}

async function describeHome(deps: HomeDeps, language: Language): Promise<Pages['home']> {
  const { publicUrl, dashboardUrl, signUp, smtpUrl, mailFrom, isProduction, seedsDemo } = deps;
  const at = (address: string): string => `${publicUrl}${address}`;
  const event = seedsDemo ? (await readDemoHosts(deps.dataDir))?.[0]?.events[0] : undefined;
  return {
    language,
    dashboard: dashboardUrl,
    status: deps.hasStatusPage ? at(ROUTES.pages.status.path) : null,
    signUp: signUp === 'open' ? `${dashboardUrl}/sign-up` : null,
    docs: {
      quickstart: at(ROUTES.pages.docsQuickstart.path),
      reference: at(ROUTES.pages.docs.path),
      embed: at(ROUTES.pages.docsEmbed.path),
      webhooks: at(ROUTES.pages.docsWebhooks.path),
      document: at(ROUTES.api.document.path),
    },
    ticketSender: smtpUrl === null ? null : (/<(.+)>$/.exec(mailFrom)?.[1] ?? mailFrom),
    demo: isProduction
      ? null
      : {
          shop: seedsDemo ? at(ROUTES.demoShop.home.path) : null,
          event: event ? at(ROUTES.storefront.event.path.replace(':slug', event.slug)) : null,
          mailbox: smtpUrl === null ? at(ROUTES.mailbox.list.path) : null,
        },
  };
}
