import { OPERATOR } from '../audit/actor.ts';
import { ConfigError } from '../config/config-error.ts';
import type { Database, Queryable, Transaction } from '../db/database.ts';
import { admitMember } from '../hosts/members/admit-member.ts';
import { changeMember } from '../hosts/members/change-member.ts';
import { listMembers, type TeamMember } from '../hosts/members/list-members.ts';
import { nameChosenEvents } from '../hosts/members/member-events.ts';
import { removeMember } from '../hosts/members/remove-member.ts';
import { createPerson } from '../people/create-person.ts';
import { forgetFactors } from '../people/factors/forget-factors.ts';
import { findPersonByEmail } from '../people/find-person.ts';
import { hashPassword } from '../people/passwords/password-hash.ts';
import { makeToken } from '../people/sessions/session-token.ts';
import { ROLES, type Role } from '../powers.ts';
import { isEmailAddress, isSameAddress } from '../values/email-address.ts';
import { isPersonName } from '../values/person-name.ts';
import { changeAsOperator } from './change-as-operator.ts';
import { findHost } from './find-host.ts';
import { makePasswordLink, printPasswordLink } from './password-link.ts';
import { readWords } from './read-words.ts';
import { bold, dim, keepStdoutForJson, print, printJson, visible } from './terminal.ts';
import { withDatabase, type Deps } from './with-database.ts';

const HELP = `tessera members <command>. A host is named by its id, or by the e-mail of its owner

  list <host> [--json]       its members: role, events, second factor, last visit
  add <host> <e-mail> <role> [--name <name>] [--events <slug,slug>]
                             add a member, at once and without an invitation. A new person gets a link, good once and for 30
                             minutes, to choose a password. Roles: ${ROLES.join(', ')}
  role <host> <e-mail> <role> [--events <slug,slug> | --all-events]
                             change the role, the events, or both, at once
  remove <host> <e-mail>     remove a member. A host always keeps an owner
  forget-factors <e-mail>    for someone who has lost the second factor and all recovery codes: removes app, passkeys and codes in all hosts and
                             signs the person out. They can then sign in with the password alone, so first make sure who is asking: call
                             them back, or have another owner vouch for them, and never trust an e-mail alone. They and all owners
                             of their hosts get an e-mail`;

const MAX_NAME_CHARACTERS = 200;
const COMMANDS: Record<string, { words: number; takes: string; options: string[] }> = {
  list: { words: 1, takes: 'a host', options: ['json'] },
  add: { words: 3, takes: 'a host, an e-mail and a role', options: ['name', 'events'] },
  role: { words: 3, takes: 'a host, an e-mail and a role', options: ['events', 'all-events'] },
  remove: { words: 2, takes: 'a host and an e-mail', options: [] },
  'forget-factors': { words: 1, takes: 'an e-mail', options: [] },
};

/** Manages a host's members by hand. Works beside a running program; nobody keeps a power that was taken away. */
export async function members(words: string[]): Promise<void> {
  const { values, positionals } = readWords('members', words, {
    json: { type: 'boolean' },
    name: { type: 'string' },
    events: { type: 'string' },
    'all-events': { type: 'boolean' },
  });
  const [name = 'help', ...rest] = positionals;
  if (name === 'help') return print(HELP);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new ConfigError(`There is no such command.\n\n${HELP}`);
  const stray = Object.keys(values).find((option) => !command.options.includes(option));
  if (stray) throw new ConfigError(`members ${name} takes no --${stray}: see tessera members help.`);
  if (rest.length !== command.words)
    throw new ConfigError(`members ${name} takes ${command.takes}: see tessera members help.`);
  if (values.events !== undefined && values['all-events'])
    throw new ConfigError('members role takes --events or --all-events, not both.');
  if (values.json) keepStdoutForJson();
  const [named = '', email = '', role] = rest;
  await withDatabase(async (deps) => {
    const { database } = deps;
    if (name === 'forget-factors') return forgetFactorsOf(database, named);
    const hostId = await findHost(database, named);
    const asked = { hostId, email, slugs: values.events?.split(',').map((slug) => slug.trim()) ?? null };
    if (name === 'list' && values.json) return printJson(await listMembers(database, hostId));
    if (name === 'add') await add(deps, { ...asked, role: readRole(role), name: values.name?.trim() ?? '' });
    if (name === 'role')
      await change(database, { ...asked, role: readRole(role), hasAllEvents: values['all-events'] ?? false });
    if (name === 'remove') await remove(database, asked);
    await printTeam(database, hostId);
  });
}

type Asked = { hostId: string; email: string; slugs: string[] | null };

function readRole(typed: string | undefined): Role {
  const role = ROLES.find((one) => one === typed);
  if (!role) throw new ConfigError(`A role is one of ${ROLES.join(', ')}.`);
  return role;
}

async function add(deps: Deps, asked: Asked & { role: Role; name: string }): Promise<void> {
  const { database, config } = deps;
  const { hostId, email, role, name } = asked;
  if (!isEmailAddress(email))
    throw new ConfigError(`${JSON.stringify(email.slice(0, 254))} is not an e-mail address.`);
  if (name !== '' && (!isPersonName(name) || name.length > MAX_NAME_CHARACTERS))
    throw new ConfigError(`--name takes a person's name of at most ${MAX_NAME_CHARACTERS} characters.`);
  // Nobody knows it: it is there until the member has chosen one.
  const passwordHash = await hashPassword(makeToken());
  const link = await changeAsOperator(database, async (tx) => {
    const eventIds = await eventsOf(tx, asked);
    const known = await findPersonByEmail(tx, email);
    const personId =
      known?.personId ?? (await createPerson(tx, { email, name, passwordHash, isEmailConfirmed: true }));
    await admitMember(tx, { hostId, actor: OPERATOR, personId, email, role, eventIds });
    return known ? null : makePasswordLink(tx, config, { personId, email });
  });
  if (link !== null) printPasswordLink(config, { email, link });
}

async function change(
  database: Database,
  asked: Asked & { role: Role; hasAllEvents: boolean },
): Promise<void> {
  const { hostId, role, slugs, hasAllEvents } = asked;
  await changeAsOperator(database, async (tx) => {
    const { memberId, eventIds } = await memberNamed(tx, asked);
    const stay = role === 'owner' || hasAllEvents ? null : eventIds;
    const chosen = slugs === null ? stay : await eventsOf(tx, asked);
    await changeMember(tx, { hostId, actor: OPERATOR, memberId, version: null, role, eventIds: chosen });
  });
}

const remove = (database: Database, asked: Asked): Promise<void> =>
  changeAsOperator(database, async (tx) => {
    const { memberId } = await memberNamed(tx, asked);
    await removeMember(tx, { hostId: asked.hostId, actor: OPERATOR, memberId });
  });

async function forgetFactorsOf(database: Database, email: string): Promise<void> {
  const { person, forgotten } = await changeAsOperator(database, async (tx) => {
    const found = await findPersonByEmail(tx, email);
    if (!found) throw new ConfigError(`No account has the e-mail ${JSON.stringify(email.slice(0, 254))}.`);
    return { person: found, forgotten: await forgetFactors(tx, { actor: OPERATOR, ...found }) };
  });
  const { hadApp, passkeys, sessionsEnded } = forgotten;
  const removed = `${hadApp ? 'authenticator app, ' : ''}passkeys: ${passkeys}, all recovery codes`;
  print(`  ${bold(person.email)}  ${visible(person.name)}`);
  print(
    dim(`  Removed: ${removed}. Sessions ended: ${sessionsEnded}. The person and the owners get an e-mail.`),
  );
}

async function memberNamed(tx: Transaction, { hostId, email }: Asked): Promise<TeamMember> {
  const found = (await listMembers(tx, hostId)).find((member) => isSameAddress(member.email, email));
  if (found) return found;
  throw new ConfigError(
    `${JSON.stringify(email.slice(0, 254))} is not a member of this host: see tessera members list.`,
  );
}

async function eventsOf(tx: Queryable, { hostId, slugs }: Asked): Promise<string[] | null> {
  if (slugs === null) return null;
  const { rows } = await tx.query<{ id: string; slug: string }>(
    'SELECT id, slug FROM events WHERE host_id = $1 AND slug = ANY ($2::text[])',
    [hostId, slugs],
  );
  const unknown = slugs.find((slug) => !rows.some((row) => row.slug === slug));
  if (unknown !== undefined)
    throw new ConfigError(`The host has no event ${JSON.stringify(unknown.slice(0, 100))}.`);
  return rows.map(({ id }) => id);
}

async function printTeam(database: Database, hostId: string): Promise<void> {
  for (const member of await listMembers(database, hostId)) {
    const events = await nameChosenEvents(database, member.eventIds);
    const chosen = events === 'all' ? 'all events' : events.join(', ') || 'no event';
    const seen = member.lastSeenAt
      ? `last seen ${member.lastSeenAt.toISOString().slice(0, 10)}`
      : 'never seen';
    const facts = [member.hasFactor ? 'second factor' : 'no second factor', seen];
    print(`  ${bold(member.role.padEnd(7))}  ${member.email}  ${visible(member.name)}`);
    print(dim(visible(`           ${chosen}; ${facts.join(', ')}`)));
  }
}
