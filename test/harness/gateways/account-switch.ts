import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

// A simulator has one account and refuses all others. M-Pesa has two words for that, and no status of its own.
const isStranger = (status: number, said: string): boolean =>
  status === 401 || said.includes('404.001.03') || said.includes('400.008.01');

/** One gateway with several accounts: whichever simulator knows the key of a request answers it. */
export async function openAccountSwitch(simulators: readonly { url: string }[]) {
  const paths = simulators.map(({ url }) => new URL(url).pathname.replace(/\/$/, ''));
  const server = createServer((request, response) => {
    const pass = async (): Promise<void> => {
      const body = await text(request);
      for (const [at, { url }] of simulators.entries()) {
        const answer = await fetch(`${new URL(url).origin}${request.url}`, {
          method: request.method ?? 'GET',
          headers: request.headers as Record<string, string>,
          ...(body && { body }),
        });
        const said = await answer.text();
        if (at < simulators.length - 1 && isStranger(answer.status, said)) continue;
        response.writeHead(answer.status).end(said);
        return;
      }
    };
    pass().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${paths[0] ?? ''}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
