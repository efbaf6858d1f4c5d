import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Database } from '../../db/database.ts';
import { limitAddress, networksOf, type ClientAddress } from '../../http/client-address.ts';
import type { HttpServer } from '../../http/server.ts';
import type { SharedCounts } from '../../http/shared-counts.ts';
import type { Logger } from '../../log/logger.ts';
import { Refusal } from '../../refusal.ts';
import { ROUTES } from '../../routes.ts';
import type { SecretKeys } from '../../secrets/secret-keys.ts';
import { APPLE_PASS_TYPE } from '../apple/write-apple-pass.ts';
import { noteGooglePass } from '../google/note-google-pass.ts';
import { loadPass, type Pass } from '../load-pass.ts';
import { isPassToken } from '../pass-number.ts';
import { listChangedPasses, registerPhone, unregisterPhone } from '../phones.ts';
import type { Wallet, Wallets } from '../wallets.ts';

type Deps = {
  database: Database;
  secretKeys: SecretKeys;
  wallets: Wallets;
  clientAddress: ClientAddress;
  counts: SharedCounts;
  perAddress: number;
  logger: Logger;
};

// Phones send what went wrong, if they send anything.
const LOGS_PER_ADDRESS = 10;
const MAX_LOGGED = 10;
const MAX_LOGGED_CHARS = 300;

const Id = Type.String({ pattern: '^[A-Za-z0-9._-]{1,200}$' });
// It becomes a part of an address at Apple: a dot could lead elsewhere.
const PushToken = Type.String({ pattern: '^[A-Za-z0-9]{1,200}$' });
const ofPhone = Type.Object({ device: Id, passType: Id, pass: Id });

const schemas = {
  pass: { params: Type.Object({ passType: Id, pass: Id }) },
  link: { params: Type.Object({ pass: Id, key: Id }) },
  register: { params: ofPhone, body: Type.Object({ pushToken: PushToken }) },
  unregister: { params: ofPhone },
  list: {
    params: Type.Object({ device: Id, passType: Id }),
    querystring: Type.Object({ passesUpdatedSince: Type.Optional(Type.String({ pattern: '^\\d{1,15}$' })) }),
  },
  log: { body: Type.Object({ logs: Type.Array(Type.String()) }) },
};

/**
 * Passes in phones: Apple's protocol, by which a phone says that it has one and asks for the newest, and the links in mails. A pass
 * is opened by its own token alone; where there is none, and where it is a wrong one, the answer is the same.
 */
export async function registerWalletService(http: HttpServer, deps: Deps): Promise<void> {
  await http.register(async (scope: HttpServer) => {
    limitPhones(scope, deps);
    registerPhones(scope, deps);
    registerLinks(scope, deps);
  });
}

function limitPhones(scope: HttpServer, { counts, clientAddress, perAddress }: Deps): void {
  scope.addHook('onRequest', async (request) => {
    const isLog = request.routeOptions.url === ROUTES.wallets.log.path;
    const [name, limit] = isLog ? ['wallet logs', LOGS_PER_ADDRESS] : ['wallets', perAddress];
    const isSpent = networksOf(limitAddress(clientAddress(request.raw))).some(
      ({ network, factor }) => counts.take(`${name}:${network}`, limit * factor) < 0,
    );
    if (!isSpent) return;
    const retryAfterSeconds = counts.secondsLeft();
    throw new Refusal('rate_limited', `Too many requests: try again in ${retryAfterSeconds} s.`, {
      retryAfterSeconds,
    });
  });
}

function registerPhones(scope: HttpServer, deps: Deps): void {
  const { database, secretKeys, wallets, logger } = deps;
  const routes = ROUTES.wallets;
  /** Refuses where the request doesn't show the pass's token. */
  const checkToken = (
    request: FastifyRequest,
    { pass, passType }: { pass: string; passType: string },
  ): void => {
    const [, token] = /^ApplePass ([\w-]{1,100})$/.exec(request.headers.authorization ?? '') ?? [];
    const isOurs = passType === wallets.settings.apple?.passTypeId;
    if (!isOurs || token === undefined || !isPassToken(secretKeys, 'device', { number: pass, token }))
      throw new Refusal('unauthorized', 'There is no such pass, or its token is wrong.');
  };

  scope.post(routes.register.path, { schema: schemas.register }, async (request, reply) => {
    const { device, pass } = request.params;
    checkToken(request, request.params);
    const { pushToken } = request.body;
    const isNew = await database.transaction((tx) => registerPhone(tx, { number: pass, device, pushToken }));
    return reply.code(isNew ? 201 : 200).send();
  });
  scope.delete(routes.unregister.path, { schema: schemas.unregister }, async (request, reply) => {
    checkToken(request, request.params);
    await unregisterPhone(database, { number: request.params.pass, device: request.params.device });
    return reply.code(200).send();
  });
  scope.get(routes.listChanged.path, { schema: schemas.list }, async (request, reply) => {
    const { device, passType } = request.params;
    const sinceMs = Number(request.query.passesUpdatedSince ?? '0');
    const changed =
      passType === wallets.settings.apple?.passTypeId
        ? await listChangedPasses(database, { device, sinceMs })
        : null;
    void reply.header('cache-control', 'no-store');
    if (!changed) return reply.code(204).send();
    return { serialNumbers: changed.numbers, lastUpdated: String(changed.lastMs) };
  });
  scope.get(routes.newestPass.path, { schema: schemas.pass }, async (request, reply) => {
    checkToken(request, request.params);
    const pass = await loadPass(database, secretKeys, request.params.pass);
    if (!pass || !wallets.has('apple'))
      throw new Refusal('unauthorized', 'There is no such pass, or its token is wrong.');
    return reply
      .type(APPLE_PASS_TYPE)
      .header('cache-control', 'no-store')
      .header('last-modified', new Date().toUTCString())
      .send(await wallets.writeApple(pass));
  });
  scope.post(routes.log.path, { schema: schemas.log }, async (request, reply) => {
    for (const line of request.body.logs.slice(0, MAX_LOGGED))
      logger.info({ said: line.slice(0, MAX_LOGGED_CHARS) }, 'a phone told of trouble with a pass');
    return reply.code(200).send();
  });
}

/** The links of a mail with tickets. They open as long as the ticket is good, and in the hands of the same person. */
function registerLinks(scope: HttpServer, { database, secretKeys, wallets }: Deps): void {
  const open = async (
    { pass: number, key: token }: { pass: string; key: string },
    wallet: Wallet,
  ): Promise<Pass> => {
    const pass =
      wallets.has(wallet) && isPassToken(secretKeys, 'link', { number, token })
        ? await loadPass(database, secretKeys, number)
        : null;
    if (!pass?.ticket || pass.ticket.usedAt !== null)
      throw new Refusal('not_found', 'There is no such ticket, or it is no longer valid.');
    return pass;
  };
  const SECRET = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' };

  scope.get(ROUTES.wallets.applePass.path, { schema: schemas.link }, async ({ params }, reply) => {
    const pass = await open(params, 'apple');
    return reply
      .headers(SECRET)
      .type(APPLE_PASS_TYPE)
      .header('content-disposition', `attachment; filename="${pass.event.slug}.pkpass"`)
      .send(await wallets.writeApple(pass));
  });
  scope.get(ROUTES.wallets.googlePass.path, { schema: schemas.link }, async ({ params }, reply) => {
    const pass = await open(params, 'google');
    await noteGooglePass(database, pass);
    return reply.headers(SECRET).redirect(wallets.saveAtGoogle(pass), 302);
  });
}
