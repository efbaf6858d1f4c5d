import type { Queryable } from '../../../db/database.ts';
import type { Member } from '../../../hosts/members/find-member.ts';
import { COUNTRIES } from '../../../money/countries.ts';
import {
  readTransferSettings,
  type TransferSettings,
} from '../../../orders/bank-transfer/transfer-settings.ts';
import { listWaitingTransfers, type WaitingTransfer } from '../../../orders/bank-transfer/list-waiting.ts';
import { matchStatement } from '../../../orders/bank-transfer/match-statement.ts';
import {
  readStatement,
  type StatementColumns,
  type StatementProblem,
} from '../../../orders/bank-transfer/read-statement.ts';
import type { StatementMatch } from '../../../rules/bank-transfer.ts';
import { mayMember } from '../../../powers.ts';

export type BankTransferView = {
  settings: TransferSettings;
  /** The host's own first. */
  currencies: string[];
  /** Events that are not over. */
  events: { eventId: string; name: string }[];
};

/** Dates are in ISO 8601. */
export type TransfersView = { waiting: (Omit<WaitingTransfer, 'payBy'> & { payBy: string })[] };

/** A statement as it would be confirmed. */
export type StatementPreview = {
  names: string[];
  columns: StatementColumns;
  problem: StatementProblem | null;
  lines: {
    line: number;
    match: StatementMatch;
    reference: string | null;
    buyer: string | null;
    /** As the bank writes it, and what was due. */
    amount: string;
    dueMinor: number | null;
    currency: string | null;
    date: string;
    payer: string;
    purpose: string;
  }[];
  others: number;
};

// As many as a person looks through.
const MAX_EVENTS = 500;

export async function loadBankTransfer(
  database: Queryable,
  { hostId, country }: Member,
): Promise<BankTransferView> {
  const { rows } = await database.query<BankTransferView['events'][number]>(
    `SELECT id AS "eventId", name FROM events WHERE host_id = $1 AND closes_at > now() AND status IN ('DRAFT', 'LIVE')
      ORDER BY starts_at, id LIMIT ${MAX_EVENTS}`,
    [hostId],
  );
  const settings = await readTransferSettings(database, hostId);
  const all = Object.values(COUNTRIES).map(({ currency }) => currency);
  return {
    settings,
    currencies: [...new Set([settings.currency, COUNTRIES[country].currency, ...all.sort()])],
    events: rows,
  };
}

export async function loadTransfers(database: Queryable, member: Member): Promise<TransfersView> {
  const waiting = mayMember(member, 'orders.refund') ? await listWaitingTransfers(database, member) : [];
  return { waiting: waiting.map((one) => ({ ...one, payBy: one.payBy.toISOString() })) };
}

export async function checkStatement(
  database: Queryable,
  member: Member,
  { text, columns }: { text: string; columns: Partial<StatementColumns> },
): Promise<StatementPreview> {
  const statement = readStatement(text, columns);
  const { matched, others } = await matchStatement(database, member, statement);
  return {
    names: statement.names,
    columns: statement.columns,
    problem: statement.problem,
    others,
    lines: matched.map(({ line, match, order }) => ({
      line: line.line,
      match,
      reference: order?.reference ?? null,
      buyer: order?.buyer ?? null,
      amount: line.amount,
      dueMinor: order?.totalMinor ?? null,
      currency: order?.currency ?? null,
      date: line.date,
      payer: line.payer,
      purpose: line.purpose,
    })),
  };
}
