import { createTransport, type SendMailOptions, type Transporter } from 'nodemailer';
import { setTimeout as delay } from 'node:timers/promises';

/** How long a mail server may take. */
export type SmtpLimits = {
  /** From the look-up of its name to its greeting. */
  connectMs: number;
  greetingMs: number;
  /** Between two words of it. */
  silenceMs: number;
  /** For all of a mail: a server that drips its answers is as good as silent. */
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
  // Servers wait five minutes, if they go by RFC 5321: we are to leave first.
  idleMs: 240_000,
};

// Nothing of a mail is ever read from a path or an address: what a host wrote must not name one.
export const CLOSED_TO_FILES = { disableFileAccess: true, disableUrlAccess: true };

/**
 * Connections to a mail server, each for one mail at a time, kept for the next. A mail that takes too long is cut off
 * together with its connection: left alone it would hold that for ever, or go out after all, behind the back of whoever
 * sends it again. In one pool for all, the others under way would be cut off with it. There are as many as mails were ever
 * under way at once, which is for the job that sends them to limit.
 */
export function createSmtpConnections({ url, limits }: { url: string; limits: SmtpLimits }) {
  const lanes = new Set<Transporter>();
  const idle: Transporter[] = [];
  let isClosed = false;

  function openLane(): Transporter {
    const lane = createTransport({
      url,
      pool: true,
      // The second is for the next mail while the first waits for an answer to its QUIT.
      maxConnections: 2,
      // A kept connection that the server has closed meanwhile is no failure; a server that is down is one at once.
      maxRequeues: 1,
      connectionTimeout: limits.connectMs,
      dnsTimeout: limits.connectMs,
      greetingTimeout: limits.greetingMs,
      socketTimeout: limits.silenceMs,
      idleTimeout: limits.idleMs,
      ...CLOSED_TO_FILES,
    });
    lanes.add(lane);
    return lane;
  }

  function cutOff(lane: Transporter): void {
    lanes.delete(lane);
    lane.close({ force: true });
  }

  return {
    /** Resolves when the server has taken the mail. */
    async send(mail: SendMailOptions): Promise<void> {
      if (isClosed) throw new Error('The mailer is closed.');
      const lane = idle.pop() ?? openLane();
      const sent = new AbortController();
      const tooLong = delay(limits.sendMs, undefined, { signal: sent.signal, ref: false }).then(() => {
        cutOff(lane);
        throw new Error(`The mail server did not take the mail within ${limits.sendMs} ms.`);
      });
      try {
        await Promise.race([lane.sendMail(mail), tooLong]);
      } finally {
        sent.abort();
        tooLong.catch(() => {});
        if (lanes.has(lane)) idle.push(lane);
      }
    },
    /** Lets go of what is idle; what is under way ends first. */
    close(): void {
      isClosed = true;
      for (const lane of lanes) lane.close();
    },
  };
}
