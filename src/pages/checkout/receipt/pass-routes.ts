import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../../db/database.ts';
import type { HttpServer } from '../../../http/server.ts';
import { ROUTES } from '../../../routes.ts';
import type { SecretKeys } from '../../../secrets/secret-keys.ts';
import type { OrderTicket } from '../../../tickets/load-order-tickets.ts';
import {
  APPLE_PASS_TYPE,
  APPLE_PASSES_TYPE,
  joinApplePasses,
  MAX_PASSES_IN_FILE,
} from '../../../wallets/apple/write-apple-pass.ts';
import { loadPasses, type Pass } from '../../../wallets/load-pass.ts';
import { passNumber } from '../../../wallets/pass-number.ts';
import { noteGooglePass } from '../../../wallets/google/note-google-pass.ts';
import type { Wallets } from '../../../wallets/wallets.ts';
import type { Receipt } from './server/load-receipt.ts';
import { keepSecret } from './server/send-receipt-page.ts';

type PassDeps = {
  database: Database;
  secretKeys: SecretKeys;
  wallets: Wallets;
  /** The order with its live tickets; null where a page was sent in place of the file. */
  openTickets: (request: ByToken, reply: FastifyReply) => Promise<Receipt | null>;
  /** Sends the page that there are no tickets here. */
  sendNone: (request: ByToken, reply: FastifyReply, receipt: Receipt) => Promise<FastifyReply>;
};
type ByToken = FastifyRequest<{ Params: { token: string } }>;
type ByTicket = { Params: { token: string; position: string } };

/** The tickets of an order for the wallets of phones: those alone whose codes the receipt shows. */
export function registerPasses(pages: HttpServer, deps: PassDeps): void {
  const { wallets, openTickets, sendNone } = deps;
  const unused = ({ tickets }: Receipt): OrderTicket[] => tickets.filter(({ usedAt }) => usedAt === null);
  const load = async ({ order }: Receipt, tickets: OrderTicket[]): Promise<Pass[]> => {
    const found = await loadPasses(deps.database, deps.secretKeys, {
      orderId: order.id,
      numbers: tickets.map(passNumber),
    });
    return found.filter(({ ticket }) => ticket !== null);
  };
  /** The pass of one ticket; null where a page was sent in its place. */
  const openPass = async (
    request: FastifyRequest<ByTicket>,
    reply: FastifyReply,
    wallet: 'apple' | 'google',
  ): Promise<{ pass: Pass; receipt: Receipt } | null> => {
    const receipt = await openTickets(request, reply);
    if (!receipt) return null;
    const asked = unused(receipt).filter(({ position }) => String(position) === request.params.position);
    const [pass] = wallets.has(wallet) ? await load(receipt, asked) : [];
    if (pass) return { pass, receipt };
    await sendNone(request, reply, receipt);
    return null;
  };

  pages.get<ByTicket>(ROUTES.orderPages.applePass.path, async (request, reply) => {
    const found = await openPass(request, reply, 'apple');
    if (!found) return reply;
    return keepSecret(reply)
      .type(APPLE_PASS_TYPE)
      .header('content-disposition', `attachment; filename="${found.receipt.event.slug}.pkpass"`)
      .send(await wallets.writeApple(found.pass));
  });
  pages.get<{ Params: { token: string } }>(ROUTES.orderPages.applePasses.path, async (request, reply) => {
    const receipt = await openTickets(request, reply);
    if (!receipt) return reply;
    const first = unused(receipt).slice(0, MAX_PASSES_IN_FILE);
    const passes = wallets.has('apple') ? await load(receipt, first) : [];
    if (passes.length === 0) return sendNone(request, reply, receipt);
    const files: Buffer[] = [];
    for (const pass of passes) files.push(await wallets.writeApple(pass));
    return keepSecret(reply)
      .type(APPLE_PASSES_TYPE)
      .header('content-disposition', `attachment; filename="${receipt.event.slug}.pkpasses"`)
      .send(await joinApplePasses(files, new Date()));
  });
  pages.get<ByTicket>(ROUTES.orderPages.googlePass.path, async (request, reply) => {
    const found = await openPass(request, reply, 'google');
    if (!found) return reply;
    await noteGooglePass(deps.database, found.pass);
    return keepSecret(reply).redirect(wallets.saveAtGoogle(found.pass), 302);
  });
}
