import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export type Forwarder = {
  port: number;
  /** Breaks every connection that is open. */
  cut(): void;
  /** As a pulled cable: nothing passes any more, in either direction, and nobody is told. */
  fallSilent(): void;
  /** Silent connections are broken, and new ones are passed on again. */
  restore(): void;
  close(): void;
};

/** A port whose connections are passed on, each to the port that is asked for when it comes. */
export async function forwardConnections(portFor: () => number): Promise<Forwarder> {
  const sockets = new Set<Socket>();
  let isSilent = false;
  const keep = (socket: Socket, onClose: () => void): void => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      onClose();
    });
  };
  const server = createServer((client) => {
    // It is connected to nobody.
    if (isSilent) return keep(client, () => {});
    const upstream = connect({ host: '127.0.0.1', port: portFor() });
    client.pipe(upstream).pipe(client);
    keep(client, () => upstream.destroy());
    keep(upstream, () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    fallSilent(): void {
      isSilent = true;
      for (const socket of sockets) socket.unpipe();
    },
    restore(): void {
      isSilent = false;
      cut();
    },
    close(): void {
      cut();
      server.close();
    },
  };
}
