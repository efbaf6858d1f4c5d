import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import { changedFields, showFields } from '../audit/what-changed.ts';
import type { Transaction } from '../db/database.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { MAX_CART_HOURS, type AutomaticMail } from '../rules/automatic-mails.ts';
import { readAutomaticMails } from './read-automatic-mails.ts';

export type ChangeAutomaticMail = {
  hostId: string;
  eventId: string;
  actor: Actor;
  kind: AutomaticMail;
  isOn: boolean;
  hours: number;
  note: string;
};

const FIELDS = ['isOn', 'hours', 'note'] as const;

/** Switches an automatic mail on or off, or changes it. One that is going out at this moment goes on with the new note, or stops. */
export async function changeAutomaticMail(tx: Transaction, input: ChangeAutomaticMail): Promise<void> {
  const { hostId, eventId, actor, kind } = input;
  const { rows } = await tx.query<{ name: string }>(
    'SELECT name FROM events WHERE id = $1 AND host_id = $2 FOR NO KEY UPDATE',
    [eventId, hostId],
  );
  const [event] = rows;
  if (!event) throw new Refusal('not_found', 'There is no such event, or you don’t have access to it.');
  if (kind === 'cart' && input.hours > MAX_CART_HOURS)
    throw invalidField('hours', `must be at most ${MAX_CART_HOURS}.`);
  const settings = await readAutomaticMails(tx, { hostId, eventId });
  const before = settings.find((one) => one.kind === kind);
  const after = {
    isOn: input.isOn,
    hours: input.hours,
    note: input.note.replace(/\r\n?/g, '\n').trim(),
  };
  await tx.query(
    `INSERT INTO automatic_mails (event_id, kind, is_on, hours, note) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (event_id, kind) DO UPDATE SET is_on = excluded.is_on, hours = excluded.hours, note = excluded.note`,
    [eventId, kind, after.isOn, after.hours, after.note],
  );
  // The checkout asks buyers from now on, or no more.
  if (kind === 'cart') await tx.query(`SELECT pg_notify('catalog_changed', $1)`, [hostId]);
  const fields = before ? changedFields(before, after, FIELDS) : FIELDS;
  await recordChange(tx, {
    hostId,
    actor,
    action: `automatic_mail.${kind}`,
    subject: { id: eventId, name: event.name },
    ...(before && { before: showFields(before, fields) }),
    after: showFields(after, fields),
  });
}
