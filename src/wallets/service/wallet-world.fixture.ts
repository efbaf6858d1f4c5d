import assert from 'node:assert/strict';
import { generateKeyPairSync, verify } from 'node:crypto';
import { createServer as createHttp1, type IncomingMessage } from 'node:http';
import { createServer as createHttp2 } from 'node:http2';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { ownPort } from '../../../test/harness/own-port.ts';
import { registerKnownRoutesOnly } from '../../http/known-routes.ts';
import { createRequestIds } from '../../http/request-id.ts';
import { createHttpServer } from '../../http/server.ts';
import { createSharedCounts } from '../../http/shared-counts.ts';
import { createLogger } from '../../log/logger.ts';
import { ALL_ROUTES } from '../../routes.ts';
import { openWorld } from '../../tickets/ticket-world.fixture.ts';
import { makeAppleFile, PASS_TYPE } from '../apple/make-credentials.fixture.ts';
import { readAppleCredentials } from '../apple/read-apple-credentials.ts';
import { loadPass, type Pass } from '../load-pass.ts';
import { passNumber, passToken } from '../pass-number.ts';
import { updatePassesJob } from '../update-passes-job.ts';
import { createWallets } from '../wallets.ts';
import { registerWalletService } from './register-wallet-service.ts';

const apple = readAppleCredentials(makeAppleFile().whole);
const account = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** Apple's push service: what it was told, and what it answers for each phone. */
async function startApns(t: TestContext) {
  const pushed: { pushToken: string; topic: unknown; body: string }[] = [];
  const answers = new Map<string, { status: number; reason: string }>();
  const server = createHttp2();
  const sessions = new Set<{ destroy(): void }>();
  server.on('session', (session) => sessions.add(session));
  server.on('stream', (stream, headers) => {
    let body = '';
    stream.setEncoding('utf8');
    stream.on('data', (part: string) => (body += part));
    stream.on('end', () => {
      const pushToken = String(headers[':path']).replace('/3/device/', '');
      pushed.push({ pushToken, topic: headers['apns-topic'], body });
      const answer = answers.get(pushToken);
      stream.respond({ ':status': answer?.status ?? 200 });
      stream.end(answer ? JSON.stringify({ reason: answer.reason }) : '');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    for (const session of sessions) session.destroy();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, pushed, answers };
}

export type Told = { method: string; path: string; body: Record<string, unknown> };

/** Google's token service and REST: what was changed there, and what it answers. */
async function startGoogle(t: TestContext) {
  const told: Told[] = [];
  const sim = {
    told,
    status: 200,
    tokenStatus: 200,
    unknown: new Set<string>(),
    refused: new Set<string>(),
    url: '',
  };
  const read = async (request: IncomingMessage): Promise<string> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString();
  };
  const answer = async (request: IncomingMessage): Promise<{ status: number; body: object }> => {
    const body = await read(request);
    if (request.url === '/token') {
      const form = new URLSearchParams(body);
      const [head = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.');
      const isSigned = verify(
        'sha256',
        Buffer.from(`${head}.${claims}`),
        account.publicKey,
        Buffer.from(signature, 'base64url'),
      );
      const { scope, aud } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<
        string,
        string
      >;
      const isGood =
        isSigned &&
        aud === `${sim.url}/token` &&
        scope === 'https://www.googleapis.com/auth/wallet_object.issuer';
      return { status: isGood ? sim.tokenStatus : 400, body: { access_token: 'good', expires_in: 3600 } };
    }
    if (request.headers.authorization !== 'Bearer good') return { status: 401, body: {} };
    const path = (request.url ?? '').replace('/walletobjects/v1/', '');
    const change = { method: request.method ?? '', path, body: JSON.parse(body) as Record<string, unknown> };
    if (sim.refused.has(path)) return { status: 400, body: {} };
    if (sim.status === 200) told.push(change);
    return { status: sim.unknown.has(path) ? 404 : sim.status, body: {} };
  };
  const server = createHttp1((request, response) => {
    void answer(request).then(({ status, body }) => response.writeHead(status).end(JSON.stringify(body)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  sim.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return sim;
}

/** Orders, phones and wallets, with no program beside the test that would do their jobs. */
export async function openWallets(t: TestContext, { perAddress = 1_000 } = {}) {
  const world = await openWorld(t);
  const { database, secretKeys } = world;
  const [apns, google] = await Promise.all([startApns(t), startGoogle(t)]);
  const credentials = {
    issuerId: '3388000000012345678',
    email: 'passes@tessera.iam.gserviceaccount.com',
    key: account.privateKey,
  };
  const wallets = createWallets(
    {
      apple,
      applePushUrl: apns.url,
      google: credentials,
      googleUrl: google.url,
      googleTokenUrl: `${google.url}/token`,
    },
    { secretKeys, publicUrl: 'https://tickets.test', media: { folder: '/nowhere', bring: async () => {} } },
  );
  const logger = createLogger('silent');
  const http = createHttpServer({ requestIds: createRequestIds('test'), logger });
  registerKnownRoutesOnly(http, ALL_ROUTES);
  const counts = createSharedCounts({ counters: null, onCacheError: () => {} });
  await registerWalletService(http, {
    database,
    secretKeys,
    wallets,
    clientAddress: ({ socket }) => socket.remoteAddress ?? '',
    counts,
    perAddress,
    logger,
  });
  const port = await ownPort();
  await http.listen({ port, host: '127.0.0.1' });
  t.after(async () => {
    await http.close();
    counts.close();
  });
  const url = `http://127.0.0.1:${port}`;
  const job = updatePassesJob({ database, secretKeys, wallets });
  return {
    ...world,
    wallets,
    apns,
    google,
    url,
    numberOf: async (orderId: string, position = 1): Promise<string> => {
      const ticket = (await world.load(orderId)).tickets.find((one) => one.position === position);
      assert(ticket);
      return passNumber(ticket);
    },
    passOf: async (number: string): Promise<Pass> => {
      const pass = await loadPass(database, secretKeys, number);
      assert(pass);
      return pass;
    },
    /** Calls as a phone does, with the token of a pass. */
    call: (method: string, path: string, { tokenOf, body }: { tokenOf?: string; body?: unknown } = {}) =>
      fetch(`${url}/wallet/apple/v1/${path}`, {
        method,
        headers: {
          ...(tokenOf !== undefined && {
            authorization: `ApplePass ${passToken(secretKeys, 'device', tokenOf)}`,
          }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    linkOf: (number: string, rest: string): string =>
      `${url}/wallet/passes/${number}/${passToken(secretKeys, 'link', number)}/${rest}`,
    /** Does the jobs that the changes have written, each once. Answers how many there were. */
    async tellWallets(): Promise<number> {
      const { rows } = await database.query<{
        id: string;
        payload: { ticketId: string } | { eventId: string };
      }>(`SELECT id, payload FROM jobs WHERE kind = 'update_passes'`);
      for (const { id, payload } of rows) {
        await job.run(payload, { jobId: id, attempt: 1, signal: new AbortController().signal });
        await database.query('DELETE FROM jobs WHERE id = $1', [id]);
      }
      return rows.length;
    },
  };
}

export const phonePath = (device: string, number?: string): string =>
  `devices/${device}/registrations/${PASS_TYPE}${number === undefined ? '' : `/${number}`}`;
