import { OPERATOR } from '../audit/actor.ts';
import { ConfigError } from '../config/config-error.ts';
import { createHost, createHostOf, FEES_OF_NEW_HOSTS } from '../hosts/create-host.ts';
import { COUNTRY_NAMES, type Country } from '../money/countries.ts';
import { findPersonByEmail } from '../people/find-person.ts';
import { hashPassword } from '../people/passwords/password-hash.ts';
import { makeToken } from '../people/sessions/session-token.ts';
import { isEmailAddress } from '../values/email-address.ts';
import { isLine } from '../values/person-name.ts';
import { changeAsOperator } from './change-as-operator.ts';
import { checkSecretKeys } from './check-secret-keys.ts';
import { makePasswordLink, printPasswordLink } from './password-link.ts';
import { bold, dim, print, visible } from './terminal.ts';
import type { Deps } from './with-database.ts';

// As in the database's check.
const MAX_NAME_CHARACTERS = 200;

/**
 * A host and its owner, at the operator's word: the e-mail counts as confirmed. Nobody types a password here, where it would
 * stay in the shell's history: who is new gets a link to choose one with.
 */
export async function createHostByHand(
  { database, secretKeys, config }: Deps,
  asked: { name?: string; country?: string; email?: string },
): Promise<void> {
  const { name, country, email } = readHost(asked);
  await checkSecretKeys(database, secretKeys);
  // Nobody knows it: it is there until the owner has chosen one.
  const passwordHash = await hashPassword(makeToken());
  const made = await changeAsOperator(database, async (tx) => {
    const host = { name, country, isEmailConfirmed: true, ...FEES_OF_NEW_HOSTS, actor: OPERATOR };
    const person = await findPersonByEmail(tx, email);
    if (person) {
      const { personId } = person;
      return { ...(await createHostOf(tx, secretKeys, { ...host, personId })), link: null };
    }
    const created = await createHost(tx, secretKeys, { ...host, email, passwordHash });
    return { ...created, link: await makePasswordLink(tx, config, { personId: created.personId, email }) };
  });
  print(`  Created ${bold(visible(name))}. Its owner is ${email}.`);
  const rows = { Id: made.hostId, 'Public key': made.publicKey, 'Private key': made.privateKey };
  for (const [title, value] of Object.entries(rows)) print(`  ${title.padEnd(12)} ${value}`);
  print(
    dim('  The private key signs webhooks. It is shown here only once; owners can see it in the dashboard.'),
  );
  if (made.link === null)
    print(`  ${email} already has an account, and will find the host in the dashboard.`);
  else printPasswordLink(config, { email, link: made.link });
  print(dim(`  It has no fees yet: see tessera hosts fees ${made.hostId}`));
}

function readHost({
  name = '',
  country = '',
  email = '',
}: {
  name?: string;
  country?: string;
  email?: string;
}): {
  name: string;
  country: Country;
  email: string;
} {
  const trimmed = name.trim();
  if (!isLine(trimmed) || trimmed.length > MAX_NAME_CHARACTERS)
    throw new ConfigError(`hosts create needs --name, of 1 to ${MAX_NAME_CHARACTERS} characters.`);
  const found = COUNTRY_NAMES.find((one) => one === country.toUpperCase());
  if (!found)
    throw new ConfigError(
      `hosts create needs --country, a name as in the API: NIGERIA, UNITED_KINGDOM, COTE_D_IVOIRE.`,
    );
  if (!isEmailAddress(email)) throw new ConfigError('hosts create needs --email, the address of the owner.');
  return { name: trimmed, country: found, email };
}
