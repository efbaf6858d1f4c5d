import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Database, Transaction } from '../db/database.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import type { MailContent } from '../mail/compose-mail.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { AttemptLimit } from '../attempts/attempt-limits.ts';
import { replyToOf } from '../tickets/mails/reply-to.ts';
import { textsIn as mailTextsIn } from '../tickets/mails/texts/texts.ts';
import type { Language } from '../values/language.ts';
import type { Unsubscribing } from '../unsubscribing/unsubscribing.ts';
import { composeMessage, readMessageEvent, sampleReader, type MessageEvent } from './compose-message.ts';
import { plainText } from './send-message.ts';

const SEND_TEST = 'send_message_test';

/** Enough to get a message right; too few to fill a mailbox with. */
export const testMessageLimit = (personId: string): AttemptLimit => ({
  name: `test message of ${personId}`,
  free: 10,
  firstWaitSeconds: 60,
  longestWaitSeconds: 3_600,
  isClearedBySuccess: false,
});

type Test = { hostId: string; eventId: string; subject: string; text: string; language: Language };

/** Sends a message to the member who writes it, and to nobody else. */
export async function testMessage(
  tx: Transaction,
  { actor, ...test }: Test & { actor: Actor & { kind: 'member' } },
): Promise<void> {
  const { hostId, eventId } = test;
  const event = await readMessageEvent(tx, { hostId, eventId });
  const { personId } = actor;
  await enqueueJob(tx, { kind: SEND_TEST, payload: { ...test, text: plainText(test.text), personId } });
  await recordChange(tx, {
    hostId,
    actor,
    action: 'message.test',
    subject: { id: eventId, name: event.name },
  });
}

/** Sends a message's test. */
export function sendMessageTestJob({
  checkoutUrl,
  unsubscribing,
  ...deps
}: TestDeps & { checkoutUrl: string; unsubscribing: Unsubscribing }): JobKind<Test & { personId: string }> {
  return sendTestJob(deps, SEND_TEST, async (test) => {
    const event = await readMessageEvent(deps.database, test);
    const mail = composeMessage(test, {
      event,
      reader: sampleReader(test.language),
      checkoutUrl,
      unsubscribeUrl: unsubscribing.sampleLink,
    });
    return { ...mail, host: event.host };
  });
}

type TestDeps = { database: Database; mailer: Mailer };

/** Sends a mail as it would arrive to the member who writes it. A few tries, within minutes: somebody waits for it, and can press again. */
export function sendTestJob<Asked extends { hostId: string; language: Language; personId: string }>(
  { database, mailer }: TestDeps,
  kind: string,
  compose: (test: Asked) => Promise<MailContent & { host: MessageEvent['host'] }>,
): JobKind<Asked> {
  return {
    kind,
    retryDelaysMs: [2_000, 10_000, 60_000],
    leaseMs: 15_000,
    concurrency: 2,
    async run(test, { jobId, signal }) {
      const { host, ...mail } = await compose(test);
      // The address of a test is looked up when it is sent: only ever a member's.
      const { rows } = await database.query<{ email: string; name: string }>(
        `SELECT p.email, p.name FROM people AS p JOIN members AS m ON m.person_id = p.id
          WHERE p.id = $1 AND m.host_id = $2`,
        [test.personId, test.hostId],
      );
      const [person] = rows;
      if (!person) return;
      signal.throwIfAborted();
      const replyTo = replyToOf(host);
      await mailer.send({
        ...mail,
        subject: mailTextsIn(test.language).message.test(mail.subject),
        to: { name: person.name, address: person.email },
        ...(replyTo && { replyTo }),
        messageId: `${jobId}@${mailer.domain}`,
      });
    },
  };
}
