import type { Queryable } from '../db/database.ts';
import { AUTOMATIC_MAILS, USUAL_HOURS, type AutomaticMail } from '../rules/automatic-mails.ts';
import { DUE_SQL, IS_NEW_SQL, WORTH_UNTIL_SQL } from './when-due.ts';

export type AutomaticMailSettings = {
  kind: AutomaticMail;
  isOn: boolean;
  hours: number;
  note: string;
  /** When it goes out; null: it is off, has gone, or it is too late for it. */
  dueAt: Date | null;
  /** When it last began to go out, and to how many orders. */
  begunAt: Date | null;
  orders: number;
};

/** The automatic mails of an event, each as it is set, or as it would begin. */
export async function readAutomaticMails(
  database: Queryable,
  { hostId, eventId }: { hostId: string; eventId: string },
): Promise<AutomaticMailSettings[]> {
  const { rows } = await database.query<AutomaticMailSettings>(
    `SELECT a.kind, a.is_on AS "isOn", a.hours, a.note,
            CASE WHEN a.is_on AND a.kind <> 'cart' AND ${IS_NEW_SQL} AND ${WORTH_UNTIL_SQL} > clock_timestamp() AND e.status <> 'CANCELLED'
                 THEN greatest(${DUE_SQL}, clock_timestamp()) END AS "dueAt",
            a.begun_at AS "begunAt", a.orders
       FROM automatic_mails AS a JOIN events AS e ON e.id = a.event_id
      WHERE a.event_id = $1 AND e.host_id = $2`,
    [eventId, hostId],
  );
  return AUTOMATIC_MAILS.map(
    (kind) =>
      rows.find((row) => row.kind === kind) ?? {
        kind,
        isOn: false,
        hours: Number(USUAL_HOURS),
        note: '',
        dueAt: null,
        begunAt: null,
        orders: 0,
      },
  );
}
