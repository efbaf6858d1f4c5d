import assert from 'node:assert/strict';
import { makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startSmtp, type ReceivedMail } from '../../../../test/harness/smtp.ts';
import { startTestApp } from '../../../../test/harness/test-app.ts';
import { until } from '../../../../test/harness/until.ts';

/** The product with a real mail server, and a host with its owner. */
export async function startTeam() {
  const smtp = await startSmtp();
  const environment = { SMTP_URL: smtp.url, RATE_LIMIT_PER_ADDRESS: '1000000' };
  const on = await startTestApp({ environment });
  const host = await makeHost(on);
  const owner = await signInAs(on, host, { hasFactor: true });
  const mailsTo = async (address: string): Promise<ReceivedMail[]> => {
    await until('all is sent', async () => {
      const { rowCount } = await on.app.database.query(`SELECT 1 FROM jobs WHERE kind = 'send_person_mail'`);
      return rowCount === 0;
    });
    return smtp.received.filter(({ envelope }) => envelope.to.includes(address));
  };
  return {
    on,
    host,
    owner,
    environment,
    mailsTo,

    invite: (
      body: { email: string; role?: string; eventIds?: string[] | null },
      { as = owner, of = host }: { as?: SignedIn; of?: TestHost } = {},
    ) =>
      askDashboard(on, `/hosts/${of.hostId}/team/invitations`, {
        as,
        method: 'POST',
        body: { role: 'manager', eventIds: null, ...body },
      }),

    /** The token of the newest link that was sent to the address. */
    async tokenSentTo(address: string): Promise<string> {
      const text = (await mailsTo(address)).at(-1)?.mail.text ?? '';
      const [, token] = /\/dashboard\/invitation\/([A-Za-z0-9_-]{43})\b/.exec(text) ?? [];
      assert(token, `a link in: ${text}`);
      return token;
    },

    linesOf: async (hostId: string): Promise<string[]> => {
      const { rows } = await on.app.database.query<{ line: string }>(
        `SELECT action || ' ' || subject_name AS line FROM audit_log WHERE host_id = $1 ORDER BY id`,
        [hostId],
      );
      return rows.map(({ line }) => line);
    },

    close: async (): Promise<void> => {
      await on.close();
      await smtp.stop();
    },
  };
}
