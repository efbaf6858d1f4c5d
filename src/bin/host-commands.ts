import { OPERATOR } from '../audit/actor.ts';
import { ConfigError } from '../config/config-error.ts';
import { setCallbackOrigins } from '../hosts/callback-origins.ts';
import { listHosts, listSharedHosts, type ListedHost } from '../hosts/list-hosts.ts';
import { readSettings } from '../hosts/read-settings.ts';
import { readFees, setFees } from '../hosts/set-fees.ts';
import { resumeHost, suspendHost } from '../hosts/suspend-host.ts';
import type { FeeRule } from '../inventory/fees.ts';
import { COUNTRIES } from '../money/countries.ts';
import { changeAsOperator } from './change-as-operator.ts';
import { createHostByHand } from './create-host-by-hand.ts';
import { deleteByHand, exportIntoFolder, printSizes } from './host-data.ts';
import { findHost } from './find-host.ts';
import { money } from './print-order.ts';
import { readAmount, readPercent } from './read-amount.ts';
import { readReason } from './read-reason.ts';
import { bold, dim, print, printJson, visible } from './terminal.ts';
import type { Deps } from './with-database.ts';

type Values = {
  name?: string;
  country?: string;
  email?: string;
  json?: boolean;
  reason?: string;
  percent?: string;
  flat?: string;
  cap?: string;
  absorbed?: string;
  any?: boolean;
  yes?: boolean;
};
export type Asked = Deps & { words: string[]; values: Values };
type Command = {
  options: string[];
  needsHost: boolean;
  takesMore: boolean;
  /** Its statements may take as long as a large host needs. */
  isLong?: boolean;
  run: (asked: Asked) => Promise<void>;
};

const ofHost = (run: (asked: Asked, hostId: string) => Promise<void>) => (asked: Asked) =>
  findHost(asked.database, asked.words[0] ?? '').then((hostId) => run(asked, hostId));

export const HOST_COMMANDS: Record<string, Command> = {
  create: {
    options: ['name', 'country', 'email'],
    needsHost: false,
    takesMore: false,
    run: (asked) => createHostByHand(asked, asked.values),
  },
  list: { options: ['json'], needsHost: false, takesMore: false, run: list },
  sizes: { options: ['json'], needsHost: false, takesMore: false, isLong: true, run: printSizes },
  export: { options: [], needsHost: true, takesMore: true, isLong: true, run: ofHost(exportIntoFolder) },
  delete: { options: ['yes'], needsHost: true, takesMore: false, isLong: true, run: ofHost(deleteByHand) },
  suspend: { options: ['reason'], needsHost: true, takesMore: false, run: ofHost(suspend) },
  resume: { options: [], needsHost: true, takesMore: false, run: ofHost(resume) },
  fees: {
    options: ['percent', 'flat', 'cap', 'absorbed'],
    needsHost: true,
    takesMore: false,
    run: ofHost(fees),
  },
  callbacks: { options: ['any'], needsHost: true, takesMore: true, run: ofHost(callbacks) },
};

async function list({ database, values }: Asked): Promise<void> {
  const all = await listHosts(database);
  if (values.json) return printJson(all);
  if (all.length === 0) print('  No hosts yet: see tessera hosts help.');
  for (const line of all.flatMap(describe)) print(`  ${line}`);
}

function describe(host: ListedHost): string[] {
  const { hostId, name, country, owners, eventCount, confirmedAt, suspendedAt } = host;
  const events = eventCount === 1 ? '1 event' : `${eventCount} events`;
  const states = [
    ...(confirmedAt ? [] : ['not confirmed: none of its events is public']),
    ...(suspendedAt ? [`SUSPENDED since ${suspendedAt.toISOString().slice(0, 10)}`] : []),
  ];
  return [
    `${bold(visible(name))}  ${country}, ${events}${states.map((state) => `, ${state}`).join('')}`,
    dim(`    ${hostId}  ${owners.join(', ')}`),
  ];
}

async function suspend({ database, values }: Asked, hostId: string): Promise<void> {
  const reason = readReason(values.reason);
  const isNew = await changeAsOperator(database, (tx) =>
    suspendHost(tx, { hostId, actor: OPERATOR, reason }),
  );
  const { name } = await readSettings(database, hostId);
  print(`  ${visible(name)} ${isNew ? 'is suspended, in every process' : 'was already suspended'}.`);
  const others = await listSharedHosts(database, hostId);
  if (others.length === 0) return;
  print('  Its owners have other hosts, which go on:');
  for (const other of others) print(`    ${visible(other.name)}  ${dim(other.hostId)}`);
}

async function resume({ database }: Asked, hostId: string): Promise<void> {
  const isNew = await changeAsOperator(database, (tx) => resumeHost(tx, { hostId, actor: OPERATOR }));
  const { name } = await readSettings(database, hostId);
  print(`  ${visible(name)} ${isNew ? 'is active again' : 'was not suspended'}.`);
}

async function fees({ database, values }: Asked, hostId: string): Promise<void> {
  const { country, fees: before } = await readFees(database, hostId);
  const { currency } = COUNTRIES[country];
  const changes = readFeeChanges(values, currency);
  const isChanged = Object.keys(changes).length > 0;
  const now = isChanged
    ? await changeAsOperator(database, (tx) => setFees(tx, { hostId, actor: OPERATOR, changes }))
    : before;
  print(`  ${describeFees(now, currency)}`);
  if (isChanged) print(dim('  New quotes use these fees. Carts that already have prices keep them.'));
}

function readFeeChanges({ percent, flat, cap, absorbed }: Values, currency: string): Partial<FeeRule> {
  if (absorbed !== undefined && absorbed !== 'on' && absorbed !== 'off')
    throw new ConfigError('--absorbed takes on (the host pays the fees) or off (the buyer pays them).');
  return {
    ...(percent !== undefined && { basisPoints: readPercent('--percent', percent) }),
    ...(flat !== undefined && { flatMinor: readAmount('--flat', flat, currency) }),
    ...(cap !== undefined && { capMinor: cap === 'none' ? null : readAmount('--cap', cap, currency) }),
    ...(absorbed !== undefined && { isAbsorbed: absorbed === 'on' }),
  };
}

function describeFees({ basisPoints, flatMinor, capMinor, isAbsorbed }: FeeRule, currency: string): string {
  const percent = `${Math.floor(basisPoints / 100)}.${String(basisPoints % 100).padStart(2, '0')}`;
  const share = percent.replace(/\.?0+$/, '') || '0';
  const cap = capMinor === null ? 'no cap' : `at most ${money(capMinor, currency)}`;
  const bearer = isAbsorbed ? 'paid by the host' : 'paid by the buyer';
  return `${share} % of each ticket's price and ${money(flatMinor, currency)}, ${cap}; ${bearer}.`;
}

async function callbacks({ database, words, values }: Asked, hostId: string): Promise<void> {
  const [, ...sites] = words;
  if (values.any && sites.length > 0)
    throw new ConfigError('hosts callbacks takes sites or --any, not both.');
  if (values.any || sites.length > 0) {
    const origins = values.any ? null : sites;
    await changeAsOperator(database, (tx) => setCallbackOrigins(tx, { hostId, actor: OPERATOR, origins }));
  }
  const { callbackOrigins } = await readSettings(database, hostId);
  if (callbackOrigins === null) {
    print('  Buyers can be sent back to any site.');
    print(
      dim(
        "  Name the host's sites: anyone with its public key can create orders, and send buyers from the payment page to their own site.",
      ),
    );
  }
  for (const origin of callbackOrigins ?? []) print(`  ${origin}`);
}
