import { connect } from 'node:net';

export type Connection = {
  /** Sends a request as it is written, and answers the whole response as text. */
  ask(request: string): Promise<string>;
  close(): void;
};

const READ_BYTES = 256 * 1024; // more than any answer that is loaded

/** A kept connection on which requests come one after another, written and read as bytes: what loads a server should cost little itself. */
export async function openConnection(url: string): Promise<Connection> {
  const { hostname, port } = new URL(url);
  let rest = '';
  let waiting: { resolve: (answer: string) => void; reject: (error: Error) => void } | null = null;
  const fail = (error: Error): void => waiting?.reject(error);
  const socket = connect({
    host: hostname,
    port: Number(port),
    noDelay: true,
    onread: {
      buffer: Buffer.alloc(READ_BYTES),
      callback(count, bytes) {
        rest += Buffer.from(bytes.buffer, bytes.byteOffset, count).toString('latin1');
        const length = lengthOf(rest);
        if (length === null) return true;
        const answer = rest.slice(0, length);
        rest = rest.slice(length);
        waiting?.resolve(answer);
        return true;
      },
    },
  });
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  socket.on('error', fail).on('end', () => fail(new Error('the server has closed the connection')));
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(request, 'latin1');
      }),
    close: () => void socket.destroy(),
  };
}

/** `HTTP/1.1 201 Created`: good is what begins with 2 or 3. */
export const isGood = (answer: string): boolean => answer[9] === '2' || answer[9] === '3';

/** How long the answer is that begins here; null where its end has not come yet. */
function lengthOf(text: string): number | null {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd < 0) return null;
  const words = /\r\ncontent-length: (\d+)/i.exec(text);
  if (words) {
    const length = headEnd + 4 + Number(words[1]);
    return text.length >= length ? length : null;
  }
  if (!/\r\ntransfer-encoding: chunked/i.test(text)) return headEnd + 4;
  const last = text.indexOf('0\r\n\r\n', headEnd + 4);
  return last < 0 ? null : last + 5;
}
