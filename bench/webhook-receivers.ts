import { createServer } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';

// A process of receivers: one that answers at once and notes when what came, and as many as asked for that take a
// connection and never answer.

export type ToReceivers = { arrivals: true } | { count: true } | { hanging: number };
export type FromReceivers =
  | { healthyPort: number }
  | { hangingPorts: number[] }
  | { count: number }
  | { arrivals: [deliveryId: string, atMs: number][] };

const say = (message: FromReceivers): void => void process.send?.(message);
const nowMs = (): number => performance.timeOrigin + performance.now();

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

let arrivals: [string, number][] = [];
const healthy = createServer((request, response) => {
  arrivals.push([String(request.headers['x-service-delivery']), nowMs()]);
  request.resume();
  request.on('end', () => response.end());
});

process.on('message', (asked: ToReceivers) => {
  if ('arrivals' in asked) {
    say({ arrivals });
    arrivals = [];
    return;
  }
  if ('count' in asked) return say({ count: arrivals.length });
  const hanging = Array.from({ length: asked.hanging }, () =>
    portOf(createTcpServer((socket) => void socket.on('error', () => {}).resume())),
  );
  void Promise.all(hanging).then((hangingPorts) => say({ hangingPorts }));
});
process.on('disconnect', () => process.exit(0));
say({ healthyPort: await portOf(healthy) });
