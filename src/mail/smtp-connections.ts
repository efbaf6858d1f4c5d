import { Readable, type Transform } from 'node:stream';
import { createTransport, type Transporter } from 'nodemailer';
import { escapeDots } from './escape-dots.ts';

/** How long a mail server may take. */
export type SmtpLimits = {
  /** From the look-up of its name to its greeting. */
  connectMs: number;
  greetingMs: number;
  /** Between two answers. */
  silenceMs: number;
  /** For all of a mail: a server that answers letter by letter is as good as silent. */
  sendMs: number;
  /** A connection without mails is kept open for so long. */
  idleMs: number;
};

export const SMTP_LIMITS: SmtpLimits = {
  connectMs: 25_000,
  // A mail server that greets slowly does so to scare off spammers, and is worth some seconds.
  greetingMs: 15_000,
  silenceMs: 30_000,
  sendMs: 90_000,
  // Servers wait five minutes, if they follow RFC 5321: we leave first.
  idleMs: 240_000,
};

/** As it goes over the wire, and between whom. */
type ComposedMail = {
  raw: Buffer;
  envelope: { from: string; to: { name: string; address: string }[] };
};

/** The library's stream that makes lines of a mail fit for the wire (RFC 5321, 4.5.2). Not in its types. */
type WireStream = Transform & { inByteCount: number; outByteCount: number; lastByte: number | false };

/** A message at hand, which makes itself fit for the wire. The library looks at it byte by byte, which takes longer than all else. */
class WholeMessage extends Readable {
  readonly #message: Buffer;

  constructor(message: Buffer) {
    super();
    this.#message = message;
  }

  override _read(): void {
    this.push(this.#message);
    this.push(null);
  }

  override pipe<Destination extends NodeJS.WritableStream>(destination: Destination): Destination {
    const wire = destination as unknown as WireStream;
    const byByte = wire._transform.bind(wire);
    wire._transform = (chunk: Buffer, encoding, done) => {
      const escaped = wire.lastByte === false ? escapeDots(chunk) : null;
      if (!escaped) return byByte(chunk, encoding, done);
      wire.inByteCount += chunk.length;
      wire.outByteCount += escaped.length;
      wire.lastByte = chunk.at(-1) ?? false;
      done(null, escaped);
    };
    return super.pipe(destination);
  }
}

// Nothing of a mail is ever read from a path or an address: what a host wrote must not name one.
export const CLOSED_TO_FILES = { disableFileAccess: true, disableUrlAccess: true };

/**
 * Connections to a mail server, each for one mail at a time, kept open for the next. A mail that takes too long is cut off
 * together with its connection: left alone it would hold that for ever, or go out after all, while the job sends it
 * again. One pool for all would cut off the other mails that are under way. There are as many connections as mails were ever
 * under way at once, which is for the job that sends them to limit.
 */
export function createSmtpConnections({ url, limits }: { url: string; limits: SmtpLimits }) {
  const connections = new Set<Transporter>();
  const idle: Transporter[] = [];
  let isClosed = false;

  const settings = {
    url,
    connectionTimeout: limits.connectMs,
    dnsTimeout: limits.connectMs,
    greetingTimeout: limits.greetingMs,
    socketTimeout: limits.silenceMs,
    ...CLOSED_TO_FILES,
  };

  function openConnection(): Transporter {
    const connection = createTransport({
      ...settings,
      pool: true,
      // The second is for the next mail while the first waits for an answer to its QUIT.
      maxConnections: 2,
      // A connection that the server has closed meanwhile is no failure; a server that is down is one at once.
      maxRequeues: 1,
      idleTimeout: limits.idleMs,
    });
    // The message is there in one piece: the library's own way to read it is four streams, one behind the other.
    connection.use('stream', ({ data, message }, done) => {
      message.createReadStream = () => new WholeMessage(data.raw as Buffer);
      done();
    });
    connections.add(connection);
    return connection;
  }

  function cutOff(connection: Transporter): void {
    connections.delete(connection);
    connection.close({ force: true });
  }

  return {
    /** Resolves when the server has taken the mail. */
    async send(mail: ComposedMail): Promise<void> {
      if (isClosed) throw new Error('The mailer is closed.');
      const connection = idle.pop() ?? openConnection();
      const tooLong = Promise.withResolvers<never>();
      const timer = setTimeout(() => {
        cutOff(connection);
        tooLong.reject(new Error(`The mail server did not take the mail within ${limits.sendMs} ms.`));
      }, limits.sendMs);
      timer.unref();
      try {
        await Promise.race([connection.sendMail(mail), tooLong.promise]);
      } finally {
        clearTimeout(timer);
        if (connections.has(connection)) idle.push(connection);
      }
    },
    /** Greets the server and signs in, on a connection of its own. */
    async ask(): Promise<void> {
      await createTransport(settings).verify();
    },
    /** Closes what is idle; what is under way ends first. */
    close(): void {
      isClosed = true;
      for (const connection of connections) connection.close();
    },
  };
}
