import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import { askGateway, refusal } from './gateway-http.ts';
import { GatewayRefused, GatewaySilent, refusalInFull } from './gateway.ts';

async function serve(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const ask = (url: string, limitMs = 10_000) =>
  askGateway({
    gateway: 'Paystack',
    method: 'GET',
    url,
    secretKey: 'sk_x',
    signal: AbortSignal.timeout(limitMs),
  });

test('an answer that begins and never ends is silence once the time is over', async (t) => {
  const url = await serve(t, (_request, response) => {
    response.write('{"status":');
    const drip = setInterval(() => response.write(' '), 10);
    response.once('close', () => clearInterval(drip));
  });
  await assert.rejects(ask(url, 300), (error: unknown) => {
    assert.ok(error instanceof GatewaySilent);
    assert.match(error.message, /^Paystack did not answer: /);
    return true;
  });
});

test('a gateway that takes the connection and says nothing, not even the greeting of TLS, is silence', async (t) => {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => void sockets.add(socket.on('error', () => {})));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await assert.rejects(ask(url, 300), GatewaySilent);
  assert.equal(sockets.size, 1);
});

test('an answer of a mebibyte is read, a longer one is silence', async (t) => {
  const url = await serve(t, (request, response) => {
    const length = Number(request.url?.slice(1));
    response.end(`{"x":"${'x'.repeat(length - 8)}"}`);
  });
  assert.equal((await ask(`${url}/1048576`)).isAccepted, true);
  await assert.rejects(ask(`${url}/1048577`), GatewaySilent);
});

test('a redirect is not followed: the secret stays where it was sent', async (t) => {
  const seen: (string | undefined)[] = [];
  const elsewhere = await serve(t, (request, response) => {
    seen.push(request.headers.authorization);
    response.end('{}');
  });
  const url = await serve(t, (_request, response) => {
    response.writeHead(307, { location: elsewhere }).end('{}');
  });
  await assert.rejects(ask(url), GatewaySilent);
  assert.deepEqual(seen, []);
});

test('a yes and a no are told apart, with the body of both', async (t) => {
  const url = await serve(t, (request, response) => {
    response.writeHead(Number(request.url?.slice(1))).end('{"id":18446744073709551615}');
  });
  const body = { id: '18446744073709551615' };
  assert.deepEqual(await ask(`${url}/201`), { isAccepted: true, status: 201, body });
  assert.deepEqual(await ask(`${url}/404`), { isAccepted: false, status: 404, body });
});

test('the words of a refusal are short, on one line, without the secret, and not in the message, which is logged', () => {
  const answer = {
    isAccepted: false,
    status: 400,
    body: { message: `no\r\n\u0000 sk_x is not good ${'x'.repeat(1_000)}` },
  };
  const error = refusal('Paystack', answer, { messagePath: ['message'], secretKey: 'sk_x' });
  assert.ok(error instanceof GatewayRefused);
  assert.equal(error.message, 'Paystack refused with status 400');
  assert.match(error.words ?? '', /^no {2}\[secret\] is not good x+$/);
  assert.equal(error.words?.length, 200);
  assert.equal(refusalInFull(error), `${error.message}: ${error.words}`);
  const silent = refusal(
    'Paystack',
    { ...answer, body: [] },
    { messagePath: ['message'], secretKey: 'sk_x' },
  );
  assert.equal(silent.words, 'no reason given');
});
