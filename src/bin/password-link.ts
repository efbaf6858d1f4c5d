import type { Config } from '../config/config.ts';
import type { Transaction } from '../db/database.ts';
import { linkOf, resetAddress } from '../people/mails/dashboard-addresses.ts';
import { LINK_GOOD_MINUTES, makeMailedToken } from '../people/mails/make-mailed-token.ts';
import { dim, print } from './terminal.ts';

type Addresses = Pick<Config, 'dashboardUrl'>;

/** The link that a reset of the password sends, printed instead. */
export async function makePasswordLink(
  tx: Transaction,
  { dashboardUrl }: Addresses,
  person: { personId: string; email: string },
): Promise<string> {
  const token = await makeMailedToken(tx, { purpose: 'reset_password', ...person });
  return linkOf(dashboardUrl, 'reset_password', token);
}

export function printPasswordLink(
  { dashboardUrl }: Addresses,
  { email, link }: { email: string; link: string },
): void {
  print(
    `\n  Give this link only to ${email}: it sets the password, once, within ${LINK_GOOD_MINUTES.reset_password} minutes.`,
  );
  print(`  ${link}`);
  print(dim(`  For another link later, use ${resetAddress(dashboardUrl)}: it is sent to that address.\n`));
}
