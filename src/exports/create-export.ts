import { recordChange } from '../audit/record-change.ts';
import type { Actor } from '../audit/actor.ts';
import type { Transaction } from '../db/database.ts';
import { Refusal } from '../refusal.ts';
import { isCounted } from '../reports/read-report.ts';
import type { ExportKind } from '../rules/export-powers.ts';
import type { AskedExport, ExportForm } from './export-kinds.ts';

type CreateExport = AskedExport &
  ExportForm & {
    hostId: string;
    actor: Actor;
    personId: string;
    /** The events that the member was given; null: all. */
    eventIds: readonly string[] | null;
  };

const ACTIONS: Record<ExportKind, string> = {
  orders: 'order.export',
  guests: 'guest.export',
  promo_uses: 'promo_code.export',
  report: 'report.export',
  check_ins: 'check_in.export',
  newsletter: 'newsletter.export',
  invoices: 'invoice.export',
  invoice_files: 'invoice.export_files',
};

/** Notes that somebody may fetch a file, which is made when it is fetched. The audit log has what and by which filters. */
export async function createExport(tx: Transaction, input: CreateExport): Promise<{ exportId: string }> {
  const { hostId, actor, personId, what, filters, withBom, separator } = input;
  const subjectName = filters.eventId === null ? '' : await nameEvent(tx, input, filters.eventId);
  await requireCounted(tx, input);
  const { rows } = await tx.query<{ exportId: string }>(
    `INSERT INTO exports (host_id, person_id, what, filters, with_bom, separator) VALUES ($1, $2, $3, $4, $5, $6)
     RETURNING id AS "exportId"`,
    [hostId, personId, what, JSON.stringify(filters), withBom, separator],
  );
  const [made] = rows;
  if (!made) throw new Error('the export was not written');
  await recordChange(tx, {
    hostId,
    actor,
    action: ACTIONS[what],
    subject: { id: filters.eventId ?? hostId, name: subjectName },
    after: filtersWithoutValues(filters),
  });
  return made;
}

/** A file can't say that something is missing, as the page of reports does. Columns of taxes are by what is counted. */
async function requireCounted(
  tx: Transaction,
  { hostId, eventIds, what, filters }: CreateExport,
): Promise<void> {
  if (what !== 'orders' && what !== 'report') return;
  const asked = filters.eventId === null ? eventIds : [filters.eventId];
  if (!(await isCounted(tx, { hostId, eventIds: asked, taxesAlone: what === 'orders' })))
    throw new Refusal(
      'wrong_state',
      'Sales from before the upgrade are still being counted: export it again in some minutes.',
    );
}

async function nameEvent(
  tx: Transaction,
  { hostId, eventIds }: Pick<CreateExport, 'hostId' | 'eventIds'>,
  eventId: string,
): Promise<string> {
  const { rows } = await tx.query<{ name: string }>(
    'SELECT name FROM events WHERE id = $1 AND host_id = $2',
    [eventId, hostId],
  );
  const [event] = rows;
  if (!event || (eventIds && !eventIds.includes(eventId)))
    throw new Refusal('not_found', 'There is no such event, or you don’t have access to it.');
  return event.name;
}

/** A search text is the buyer's data: the log only says that somebody searched. */
function filtersWithoutValues(filters: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]): [string, unknown][] => {
      if (value === null || value === false || name === 'eventId') return [];
      return [[name, name === 'search' ? true : value]];
    }),
  );
}
