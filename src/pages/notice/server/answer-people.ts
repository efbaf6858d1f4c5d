import type { FastifyReply, FastifyRequest } from 'fastify';
import { logFailure, toRefusal } from '../../../http/errors.ts';
import type { Logger } from '../../../log/logger.ts';
import { opensPage } from '../../serving/opens-page.ts';
import { languageOf } from '../../serving/page-language.ts';
import type { Pages } from '../../contract.ts';
import type { SendPage } from '../../serving/send-page.ts';
import { ROUTES } from '../../../routes.ts';
import { betterAddress } from './better-address.ts';

/**
 * Answers a browser at an address without a page: with a page, and not JSON. Null leaves the answer to
 * the rules of the API.
 */
export function createAnswerToPeople(deps: {
  sendPage: SendPage;
  logger: Logger;
  publicUrl: string;
  dashboardUrl: string;
  hasStatusPage: boolean;
}) {
  const { sendPage, logger, publicUrl, dashboardUrl, hasStatusPage } = deps;
  const ways = {
    home: `${publicUrl}${ROUTES.pages.home.path}`,
    dashboard: dashboardUrl,
    reference: `${publicUrl}${ROUTES.pages.docs.path}`,
  };

  const status = hasStatusPage ? { status: `${publicUrl}${ROUTES.pages.status.path}` } : {};

  return (error: Error, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> | null => {
    if (!opensPage(request)) return null;
    const better = request.is404 ? betterAddress(request.url) : null;
    if (better !== null) return sendTo(reply, better);
    const { status: statusCode, retryAfterSeconds } = toRefusal(error, request);
    if (statusCode >= 500) logFailure(error, request, logger);
    if (retryAfterSeconds !== null) reply.header('retry-after', String(retryAfterSeconds));
    return sendPage(reply, {
      page: 'notice',
      status: statusCode,
      data: {
        about: aboutOf(statusCode, request),
        language: languageOf(request),
        theme: null,
        ways: statusCode >= 500 ? { ...status, ...ways } : ways,
      },
      isSecret: true,
      // A site that has mistyped the address of a checkout sees in its frame what is wrong.
      policy: isBelowCheckout(request) ? { frameAncestors: ['*'] } : {},
    });
  };
}

const PASS_LINKS = new Set<string | undefined>([
  ROUTES.wallets.applePass.path,
  ROUTES.wallets.googlePass.path,
]);

function aboutOf(status: number, { routeOptions }: FastifyRequest): Pages['notice']['about'] {
  if (status >= 500) return 'trouble';
  if (status === 429) return 'too_often';
  return PASS_LINKS.has(routeOptions.url) ? 'no_pass' : 'unknown_address';
}

const isBelowCheckout = ({ url }: FastifyRequest): boolean =>
  url.startsWith(`${ROUTES.pages.checkout.path}/`);

async function sendTo(reply: FastifyReply, address: string): Promise<FastifyReply> {
  return reply.redirect(address);
}
