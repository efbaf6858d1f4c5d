import { connect, type Socket } from 'node:net';

export type RawAnswer = { status: number; headers: Map<string, string>; body: string };

export type RawConnection = {
  socket: Socket;
  /** Everything the server said so far. */
  received: () => string;
  /** Resolves when the connection is over, whoever ended it and however. */
  closed: Promise<void>;
};

/** A connection with no HTTP client on it, for what no client would send. */
export function openRaw(url: string): RawConnection {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
  // A reset is one of the ways in which a server ends a connection.
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return { socket, received: () => received, closed };
}

/** Writes the bytes (one per character) and gives back all answers that came until the server closed the connection. */
export async function speak(url: string, text: string): Promise<RawAnswer[]> {
  const connection = openRaw(url);
  connection.socket.write(Buffer.from(text, 'latin1'));
  await connection.closed;
  return readAnswers(connection.received());
}

export function readAnswers(text: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = text;
  while (rest.length > 0) {
    const headEnd = rest.indexOf('\r\n\r\n');
    if (headEnd < 0) throw new Error(`half an answer: ${JSON.stringify(rest.slice(0, 200))}`);
    const [statusLine = '', ...lines] = rest.slice(0, headEnd).split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]);
    if (!status) throw new Error(`not an answer: ${JSON.stringify(statusLine.slice(0, 200))}`);
    const headers = new Map(
      lines.map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      }),
    );
    const length = Number(headers.get('content-length') ?? 0);
    const bodyStart = headEnd + 4;
    answers.push({ status, headers, body: rest.slice(bodyStart, bodyStart + length) });
    rest = rest.slice(bodyStart + length);
  }
  return answers;
}
