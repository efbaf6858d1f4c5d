import assert from 'node:assert/strict';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { printQueues } from '../../test/harness/print-queues.ts';
import { startSmtp, type TestSmtp } from '../../test/harness/smtp.ts';
import type { Database } from '../db/database.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import { createMailer } from '../mail/mailer.ts';
import type { AutomaticMail } from '../rules/automatic-mails.ts';
import { createTicketPrinter } from '../tickets/ticket-printer.ts';
import { openWorld, type TestEvent, type TicketWorld } from '../tickets/ticket-world.fixture.ts';
import { createUnsubscribing, type Unsubscribing } from '../unsubscribing/unsubscribing.ts';
import { beginAutomaticMailsJob } from './begin-automatic-mails.ts';
import { planAutomaticMailJob } from './plan-automatic-mail.ts';
import { sendAutomaticMailJob } from './send-automatic-mail.ts';

const NO_SIGNAL = new AbortController().signal;
const asJob = (attempt: number) => ({ jobId: '', attempt, signal: NO_SIGNAL });

export type AutomaticDesk = TicketWorld & {
  smtp: TestSmtp;
  unsubscribing: Unsubscribing;
  /** Its place has this hour now, and it begins in so many hours. */
  eventAt(
    at: { hour: number; startsInHours: number; lastsHours?: number },
    more?: object,
  ): Promise<TestEvent>;
  switchOn(event: TestEvent, kind: AutomaticMail, more?: { hours?: number; note?: string }): Promise<void>;
  /** Begins what is due, and does all that follows from it and is due too. */
  work(): Promise<void>;
  /** Begins what is due, and plans the first part of it. */
  killAfterFirstPart(): Promise<void>;
  /** How many wait in the queue, and in how many hours the first of them is due. */
  waiting(): Promise<{ jobs: number; inHours: number | null }>;
  /** The subjects of the mails that came, by their address. */
  came(): Record<string, string[]>;
  /** The next note that a mail has been sent is lost, as if the process had been killed. */
  loseNextNote(): void;
};

/** A database with hosts and orders, a mail server, and the jobs of automatic mails, which the test runs itself. */
export async function openAutomaticDesk(t: TestContext, hostMailsPerDay = 2_000): Promise<AutomaticDesk> {
  const world = await openWorld(t);
  const { database } = world;
  const smtp = await startSmtp();
  const mailer = createMailer({
    smtpUrl: smtp.url,
    from: 'Tessera <tickets@tickets.example>',
    mailboxDir: path.join('/nowhere', 'none'),
  });
  t.after(async () => {
    mailer.close();
    await smtp.stop();
  });
  let losesNote = false;
  const losing: Database['prepared'] = {
    query: async (text, values) => {
      if (losesNote && text.startsWith('UPDATE mails SET sent_at')) {
        losesNote = false;
        throw new Error('killed');
      }
      return database.prepared.query<never>(text, values);
    },
  };
  const unsubscribing = createUnsubscribing({
    secretKeys: world.secretKeys,
    publicUrl: 'https://tickets.example',
  });
  const deps = {
    database: { ...database, prepared: losing },
    mailer,
    secretKeys: world.secretKeys,
    checkoutUrl: 'https://tickets.example/checkout',
    hostMailsPerDay,
    unsubscribing,
    printer: createTicketPrinter({ mediaDir: '/nowhere', sharedQueues: printQueues }),
    logger: { info() {}, warn() {}, error() {} },
  };
  const begin = beginAutomaticMailsJob(deps.database);
  const kinds: JobKind<never>[] = [planAutomaticMailJob(deps), sendAutomaticMailJob(deps)];

  return {
    ...world,
    smtp,
    unsubscribing,
    async eventAt({ hour, startsInHours, lastsHours = 3 }, more = {}) {
      const event = await world.makeEvent(more);
      await database.query(
        `UPDATE events SET starts_at = now() + make_interval(hours => $2), closes_at = now() + make_interval(hours => $3),
                timezone = $4, status = 'LIVE', first_public_at = coalesce(first_public_at, now()) WHERE id = $1`,
        [event.eventId, startsInHours, startsInHours + lastsHours, await zoneOf(database, hour)],
      );
      return event;
    },
    async switchOn(event, kind, { hours = 24, note = '' } = {}) {
      await database.query(
        'INSERT INTO automatic_mails (event_id, kind, is_on, hours, note) VALUES ($1, $2, true, $3, $4)',
        [event.eventId, kind, hours, note],
      );
    },
    async work() {
      await begin.run({}, asJob(1));
      for (;;) {
        const { rows } = await database.query<{ kind: string; payload: never; attempts: number }>(
          `DELETE FROM jobs WHERE id = (SELECT id FROM jobs WHERE kind = ANY ($1) AND run_at <= now() ORDER BY id LIMIT 1)
           RETURNING kind, payload, attempts`,
          [kinds.map(({ kind }) => kind)],
        );
        const [job] = rows;
        if (!job) return;
        const run = kinds.find(({ kind }) => kind === job.kind);
        await run?.run(job.payload, asJob(1)).catch(async (error: Error) => {
          if (!error.message.includes('killed')) throw error;
          await run.run(job.payload, asJob(2));
        });
      }
    },
    async killAfterFirstPart() {
      await begin.run({}, asJob(1));
      const { rows } = await database.query<{ payload: never }>(
        `SELECT payload FROM jobs WHERE kind = 'plan_automatic_mail'`,
      );
      const killed = new AbortController();
      const aborting: Database = {
        ...database,
        transaction: (work) => database.transaction(work).finally(() => killed.abort(new Error('killed'))),
      };
      const job = { ...asJob(1), signal: killed.signal };
      await assert.rejects(
        planAutomaticMailJob({ database: aborting }).run(rows[0]?.payload as never, job),
        /killed/,
      );
    },
    async waiting() {
      const { rows } = await database.query<{ jobs: number; inHours: number | null }>(
        `SELECT count(*)::integer AS jobs, (extract(epoch FROM min(run_at) - now()) / 3600)::float8 AS "inHours" FROM jobs WHERE kind = ANY ($1)`,
        [kinds.map(({ kind }) => kind)],
      );
      return rows[0] ?? { jobs: 0, inHours: null };
    },
    came() {
      const found: Record<string, string[]> = {};
      for (const { envelope, mail } of smtp.received)
        for (const to of envelope.to) (found[to] ??= []).push(mail.subject ?? '');
      return found;
    },
    loseNextNote: () => void (losesNote = true),
  };
}

/** A zone in which it is this hour now. */
export async function zoneOf(database: Database, hour: number): Promise<string> {
  const { rows } = await database.query<{ hour: number }>(
    `SELECT extract(hour FROM now() AT TIME ZONE 'UTC')::integer AS hour`,
  );
  const ahead = ((hour - (rows[0]?.hour ?? 0) + 36) % 24) - 12;
  // Their signs are turned round.
  return ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}
