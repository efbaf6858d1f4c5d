import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export type Forwarder = {
  port: number;
  /** Breaks every connection that is open. */
  cut(): void;
  close(): void;
};

/** A port whose connections are passed on, each to the port that is asked for when it comes. */
export async function forwardConnections(portFor: () => number): Promise<Forwarder> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect({ host: '127.0.0.1', port: portFor() });
    client.pipe(upstream).pipe(client);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    close(): void {
      cut();
      server.close();
    },
  };
}
