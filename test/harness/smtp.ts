import { once } from 'node:events';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { ownPort } from './own-port.ts';

export type ReceivedMail = { envelope: { from: string; to: string[] }; raw: string; mail: Email };

export type TestSmtp = {
  url: string;
  /** The mails that were taken, in their order. */
  received: ReceivedMail[];
  /** How many times each recipient was offered, refused ones too. */
  offered: string[];
  start(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * A real mail server on a port of its own. `refuse` may say the code that a recipient is turned away with, `hold` what is waited for
 * before the recipient is taken.
 */
export async function startSmtp(
  options: {
    refuse?: (recipient: string) => number | null;
    hold?: (recipient: string) => Promise<void> | undefined;
  } = {},
): Promise<TestSmtp> {
  const port = await ownPort();
  const received: ReceivedMail[] = [];
  const offered: string[] = [];
  const open = async (): Promise<SMTPServer> => {
    const server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      closeTimeout: 100,
      onRcptTo({ address }, _session, done) {
        offered.push(address);
        const code = options.refuse?.(address) ?? null;
        const answer = (): void =>
          code === null
            ? done()
            : done(Object.assign(new Error(`<${address}> is not welcome`), { responseCode: code }));
        const held = options.hold?.(address);
        if (held) void held.then(answer);
        else answer();
      },
      onData(stream, session, done) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const raw = Buffer.concat(chunks);
          const { mailFrom, rcptTo } = session.envelope;
          const envelope = {
            from: mailFrom ? mailFrom.address : '',
            to: rcptTo.map(({ address }) => address),
          };
          PostalMime.parse(raw).then(
            (mail) => {
              received.push({ envelope, raw: raw.toString('latin1'), mail });
              done();
            },
            (error: Error) => done(error),
          );
        });
      },
    });
    // A client that breaks off is the business of the test, not of the server.
    server.on('error', () => {});
    server.listen(port, '127.0.0.1');
    await once(server.server, 'listening');
    return server;
  };
  let server = await open();
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    offered,
    async start() {
      server = await open();
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
