import type { FastifyRequest } from 'fastify';
import { createBoundedMap } from '../../cache/bounded-map.ts';
import { describeDevice } from '../../check-in/describe-device.ts';
import { hashSecret, isSecret } from '../../check-in/devices.ts';
import { deviceRevoked, findDevice, type Device } from '../../check-in/find-device.ts';
import { listOwnConflicts } from '../../check-in/conflicts/list-own-conflicts.ts';
import { countCheckIn } from '../../check-in/read-check-in.ts';
import { pairDevice } from '../../check-in/pair-device.ts';
import { readGuestsForPhone } from '../../check-in/read-guests-for-phone.ts';
import { searchGuestsAtDoor } from '../../check-in/search-guests-at-door.ts';
import { takeLateScans } from '../../check-in/late-scans/take-late-scans.ts';
import { takeScans } from '../../check-in/take-scans.ts';
import type { Database } from '../../db/database.ts';
import type { ClientAddress } from '../../http/client-address.ts';
import type { RequestCounter } from '../../http/count-request.ts';
import { acceptedEncoding, encode, nameEncoding } from '../../http/content-encoding.ts';
import type { HttpServer } from '../../http/server.ts';
import { Refusal } from '../../refusal.ts';
import { ROUTES } from '../../routes.ts';
import type { SecretKeys } from '../../secrets/secret-keys.ts';
import { registerProgram, type ProgramDeps } from './program-routes.ts';
import { ListQuery, PairBody, ScansBody, SearchQuery } from './server/scan-schemas.ts';

type ScannerDeps = ProgramDeps & {
  database: Database;
  secretKeys: SecretKeys;
  counter: RequestCounter;
  clientAddress: ClientAddress;
};

/** The addresses that phones at the doors open and call. A link pairs one phone; its token opens what is below, for one event, and nothing else. */
export async function registerScanner(http: HttpServer, deps: ScannerDeps): Promise<void> {
  await registerProgram(http, deps);
  await http.register(async (scope: HttpServer) => {
    keepAnswersToThemselves(scope);
    registerPair(scope, deps);
    registerLateScans(scope, deps);
  });
  await http.register(async (scope: HttpServer) => {
    keepAnswersToThemselves(scope);
    admitDevices(scope, deps);
    registerDevice(scope, deps);
  });
}

function keepAnswersToThemselves(scope: HttpServer): void {
  scope.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
  });
}

function registerPair(
  scope: HttpServer,
  { database, secretKeys, counter, clientAddress }: ScannerDeps,
): void {
  scope.post(ROUTES.scanner.pair.path, { schema: { body: PairBody } }, async (request, reply) => {
    // Counted before it is looked up, and not given back: nobody pairs phones by the hundred.
    counter.stranger(request.raw, reply.raw, 'scanner').count();
    const { link } = request.body;
    const address = clientAddress(request.raw);
    const userAgent = request.headers['user-agent'] ?? '';
    const { token } = await database.transaction((tx) => pairDevice(tx, { link, address, userAgent }));
    const device = await findDevice(database, token);
    return { token, about: { ...(await describeDevice(database, secretKeys, device)), conflicts: [] } };
  });
}

/** Of phones that are out, so no hook lets them in: the token opens this alone. Counted as strangers' and as their own. */
function registerLateScans(scope: HttpServer, { database, secretKeys, counter }: ScannerDeps): void {
  const onRequest = async (request: FastifyRequest): Promise<void> => {
    if (!isSecret(tokenOf(request))) throw deviceRevoked();
  };
  const options = { schema: { body: ScansBody }, onRequest };
  scope.post(ROUTES.scanner.takeLateScans.path, options, async (request, reply) => {
    const stranger = counter.stranger(request.raw, reply.raw, 'scanner');
    stranger.count();
    const token = tokenOf(request);
    const { sentAt, scans } = request.body;
    const results = await database.transaction((tx) =>
      takeLateScans(tx, secretKeys, { token, sentAt: new Date(sentAt), scans: scans.map(withTime) }),
    );
    stranger.giveBack();
    counter.apply(counter.count(request.raw, `late:${hashSecret(token).toString('base64')}`), reply.raw);
    return { results };
  });
}

const tokenOf = ({ headers }: FastifyRequest): string =>
  /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';

const withTime = <Scan extends { at: string }>(scan: Scan) => ({ ...scan, at: new Date(scan.at) });

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for every route that a phone's token opens. */
    device: Device | null;
  }
}

// The phones of the largest of festivals, many times over. Only a token that was good gets in here.
const MAX_KNOWN_PHONES = 10_000;

/**
 * By its token, with every request: who was revoked is out at the next one. Strangers are counted by their address, before
 * anything is looked up. A phone that was let in before is not a stranger: bad tokens on a hall's network don't keep its phones out.
 */
function admitDevices(scope: HttpServer, { database, counter }: ScannerDeps): void {
  const known = createBoundedMap<string, true>({ max: MAX_KNOWN_PHONES });
  scope.decorateRequest('device', null);
  scope.addHook('onRequest', async (request, reply) => {
    const stranger = counter.stranger(request.raw, reply.raw, 'scanner');
    const token = tokenOf(request);
    const name = hashSecret(token).toString('base64');
    if (!known.get(name)) stranger.count();
    request.device = await findDevice(database, token).catch((error: unknown) => {
      // A removed phone is a stranger from the next request on. A database that does not answer says nothing of a phone.
      if (error instanceof Refusal) known.delete(name);
      throw error;
    });
    known.set(name, true);
    stranger.giveBack();
    // The phones of a hall share one address: each has counts of its own.
    counter.apply(counter.count(request.raw, `device:${request.device.deviceId}`), reply.raw);
  });
}

function deviceOf({ device }: FastifyRequest): Device {
  if (!device) throw new Error('a route of phones without its hook');
  return device;
}

function registerDevice(scope: HttpServer, { database, secretKeys }: ScannerDeps): void {
  scope.get(ROUTES.scanner.device.path, async (request) => {
    const device = deviceOf(request);
    const [about, conflicts] = await Promise.all([
      describeDevice(database, secretKeys, device),
      listOwnConflicts(database, device),
    ]);
    return { ...about, conflicts };
  });
  scope.get(ROUTES.scanner.list.path, { schema: { querystring: ListQuery } }, async (request, reply) => {
    const { eventId } = deviceOf(request);
    const page = await readGuestsForPhone(database, { eventId, after: request.query.after ?? null });
    const json = Buffer.from(JSON.stringify(page));
    // Of sealed entries in base64, what that alphabet has added.
    const encoding = acceptedEncoding(request.headers['accept-encoding']);
    return nameEncoding(reply.type('application/json; charset=utf-8'), encoding).send(
      await encode(json, encoding),
    );
  });
  scope.get(ROUTES.scanner.counts.path, async (request) => countCheckIn(database, deviceOf(request)));
  scope.post(ROUTES.scanner.takeScans.path, { schema: { body: ScansBody } }, async (request) => {
    const { sentAt, waiting, scans } = request.body;
    const results = await database.transaction((tx) =>
      takeScans(tx, secretKeys, {
        device: deviceOf(request),
        sentAt: new Date(sentAt),
        waiting,
        scans: scans.map(withTime),
      }),
    );
    return { results };
  });
  scope.get(ROUTES.scanner.searchGuests.path, { schema: { querystring: SearchQuery } }, async (request) => ({
    guests: await searchGuestsAtDoor(database, { device: deviceOf(request), search: request.query.search }),
  }));
}
