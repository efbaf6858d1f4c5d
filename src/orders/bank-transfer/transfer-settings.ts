import type { Actor } from '../../audit/actor.ts';
import { noteUnchanged, recordChange } from '../../audit/record-change.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import { COUNTRIES, type Country } from '../../money/countries.ts';
import { invalidField, Refusal } from '../../refusal.ts';
import {
  cleanAccountNumber,
  cleanBranchCode,
  isAccountNumber,
  type TransferAccount,
} from '../../rules/bank-transfer.ts';

export type TransferSettings = TransferAccount & {
  /** 0: never saved. */
  version: number;
  isOn: boolean;
  currency: string;
  /** How long tickets are kept. */
  keepDays: number;
  /** How many days before its start an event takes the last transfer. */
  endsBeforeDays: number;
  mostPerEmail: number;
  mostPerAddress: number;
  /** Of each ticket type, that may be kept for transfers at once. */
  mostSharePercent: number;
  /** Events that don't take transfers. */
  eventsOff: string[];
};

const COLUMNS = `version, is_on AS "isOn", currency, account_holder AS "accountHolder", bank_name AS "bankName",
  account_number AS "accountNumber", branch_code AS "branchCode", bic, keep_days AS "keepDays", ends_before_days AS "endsBeforeDays",
  most_per_email AS "mostPerEmail", most_per_address AS "mostPerAddress", most_share_percent AS "mostSharePercent",
  events_off AS "eventsOff"`;

/** Those that a host has before it has saved any are the defaults of the table. */
const DEFAULTS = {
  version: 0,
  isOn: false,
  accountHolder: '',
  bankName: '',
  accountNumber: '',
  branchCode: '',
  bic: '',
  keepDays: 5,
  endsBeforeDays: 7,
  mostPerEmail: 2,
  mostPerAddress: 5,
  mostSharePercent: 25,
};

export async function readTransferSettings(tx: Queryable, hostId: string): Promise<TransferSettings> {
  const { rows } = await tx.query<TransferSettings>(
    `SELECT ${COLUMNS} FROM bank_transfer_settings WHERE host_id = $1`,
    [hostId],
  );
  if (rows[0]) return rows[0];
  const { rows: hosts } = await tx.query<{ country: Country }>('SELECT country FROM hosts WHERE id = $1', [
    hostId,
  ]);
  const [host] = hosts;
  if (!host) throw new Refusal('not_found', 'There is no such host.');
  return { ...DEFAULTS, currency: COUNTRIES[host.country].currency, eventsOff: [] };
}

/** Saves all of them. Where the money of orders goes that wait already changes with them: buyers are shown the account of now. */
export async function saveTransferSettings(
  tx: Transaction,
  { hostId, actor, ...typed }: TransferSettings & { hostId: string; actor: Actor },
): Promise<void> {
  // Two members at once: the second waits here, and is told that its version is an old one.
  await tx.query('SELECT 1 FROM hosts WHERE id = $1 FOR UPDATE', [hostId]);
  const before = await readTransferSettings(tx, hostId);
  if (before.version !== typed.version)
    throw new Refusal('changed_meanwhile', 'Somebody else has changed these settings: reload the page.', {
      current: before,
    });
  const settings = clean(typed);
  await checkEvents(tx, hostId, settings.eventsOff);
  const { version: _, ...old } = before;
  const { version, ...changed } = settings;
  if (version > 0 && JSON.stringify(sorted(old)) === JSON.stringify(sorted(changed))) {
    noteUnchanged(tx);
    return;
  }
  await tx.query(
    `INSERT INTO bank_transfer_settings AS kept (host_id, is_on, currency, account_holder, bank_name, account_number, branch_code, bic, keep_days,
                                                 ends_before_days, most_per_email, most_per_address, most_share_percent, events_off)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
     ON CONFLICT (host_id) DO UPDATE
        SET is_on = excluded.is_on, currency = excluded.currency, account_holder = excluded.account_holder, bank_name = excluded.bank_name,
            account_number = excluded.account_number, branch_code = excluded.branch_code, bic = excluded.bic,
            keep_days = excluded.keep_days, ends_before_days = excluded.ends_before_days, most_per_email = excluded.most_per_email,
            most_per_address = excluded.most_per_address, most_share_percent = excluded.most_share_percent,
            events_off = excluded.events_off, version = kept.version + 1`,
    [
      hostId,
      settings.isOn,
      settings.currency,
      settings.accountHolder,
      settings.bankName,
      settings.accountNumber,
      settings.branchCode,
      settings.bic,
      settings.keepDays,
      settings.endsBeforeDays,
      settings.mostPerEmail,
      settings.mostPerAddress,
      settings.mostSharePercent,
      settings.eventsOff,
    ],
  );
  // Checkouts keep in mind whether it is offered.
  await tx.query(`SELECT pg_notify('catalog_changed', $1)`, [hostId]);
  await recordChange(tx, {
    hostId,
    actor,
    action: 'bank_transfers.change',
    subject: { id: hostId, name: '' },
    before: old,
    after: changed,
  });
}

function clean(typed: TransferSettings): TransferSettings {
  const settings = {
    ...typed,
    accountHolder: typed.accountHolder.trim(),
    bankName: typed.bankName.trim(),
    accountNumber: cleanAccountNumber(typed.accountNumber),
    branchCode: cleanBranchCode(typed.branchCode),
    bic: cleanBranchCode(typed.bic),
    eventsOff: [...new Set(typed.eventsOff.map((id) => id.toLowerCase()))].sort(),
  };
  if (settings.isOn && settings.accountHolder === '')
    throw invalidField('accountHolder', 'must say whose account it is.');
  if (settings.isOn && settings.accountNumber === '')
    throw invalidField('accountNumber', 'must say where the money goes.');
  if (settings.accountNumber !== '' && !isAccountNumber(settings.accountNumber))
    throw invalidField('accountNumber', 'must be an IBAN or the number of an account.');
  if (settings.bic !== '' && !/^[A-Z0-9]{8}([A-Z0-9]{3})?$/.test(settings.bic))
    throw invalidField('bic', 'must have 8 or 11 letters and digits.');
  if (!/^[A-Z0-9-]{0,20}$/.test(settings.branchCode))
    throw invalidField('branchCode', 'must have letters, digits and hyphens only.');
  if (!Object.values(COUNTRIES).some(({ currency }) => currency === settings.currency))
    throw invalidField('currency', 'must be one from the list.');
  return settings;
}

async function checkEvents(tx: Queryable, hostId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { rowCount } = await tx.query('SELECT 1 FROM events WHERE host_id = $1 AND id = ANY ($2::uuid[])', [
    hostId,
    ids,
  ]);
  if (rowCount !== ids.length) throw invalidField('eventsOff', 'must be events of this host.');
}

const sorted = (settings: object): [string, unknown][] =>
  Object.entries(settings).sort(([one], [other]) => (one < other ? -1 : 1));
