import { createServer, type AddressInfo } from 'node:net';

// A mail server in a process of its own that takes every mail, keeps none and counts them.

export type FromSink = { port: number } | { taken: number };

const END = Buffer.from('\r\n.\r\n');
const say = (message: FromSink): void => void process.send?.(message);
let taken = 0;

const server = createServer((socket) => {
  let isInMail = false;
  let tail = Buffer.alloc(0);
  socket.on('error', () => {});
  socket.write('220 sink\r\n');
  socket.on('data', (chunk: Buffer) => {
    if (isInMail) {
      tail = Buffer.concat([tail, chunk]).subarray(-END.length);
      if (!tail.equals(END)) return;
      isInMail = false;
      taken += 1;
      socket.write('250 taken\r\n');
      return;
    }
    for (const line of chunk.toString('latin1').split('\r\n')) {
      const word = line.slice(0, 4).toUpperCase();
      if (word === 'DATA') [isInMail, tail] = [true, Buffer.alloc(0)];
      if (word === 'QUIT') socket.end('221 bye\r\n');
      else if (word !== '') socket.write(word === 'DATA' ? '354 go on\r\n' : '250 ok\r\n');
    }
  });
});

process.on('message', () => say({ taken }));
process.on('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', () => say({ port: (server.address() as AddressInfo).port }));
