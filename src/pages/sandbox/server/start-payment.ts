import { randomBytes } from 'node:crypto';
import { Type, type Static } from 'typebox';
import type { Database } from '../../../db/database.ts';
import { DateTime, Exactly } from '../../../http/schema.ts';
import { SandboxRefusal } from './sandbox-refusal.ts';

const Text = (maxLength: number) => Type.String({ minLength: 1, maxLength, format: 'text' });
// The page links to it and the browser is sent there: never to a `javascript:`.
const HttpUrl = (maxLength: number) =>
  Type.String({ maxLength, format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://' });

export const StartBody = Exactly({
  reference: Type.String({ pattern: '^[A-Za-z0-9.=-]{1,100}$' }),
  amount_minor: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  currency: Type.String({ pattern: '^[A-Z]{3}$' }),
  email: Text(254),
  name: Text(201),
  description: Text(500),
  return_url: HttpUrl(4000),
  callback_url: HttpUrl(2000),
  pay_by: DateTime(),
});

/** Opens a payment, or finds the one that this reference opened before. */
export async function startPayment(
  database: Database,
  input: Static<typeof StartBody>,
): Promise<{ id: string; isNew: boolean }> {
  const { rows: opened } = await database.queryPrepared<{ id: string }>(
    'sandbox_start_payment',
    `INSERT INTO sandbox_payments (id, reference, amount_minor, currency, email, name, description, return_url, callback_url, pay_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     ON CONFLICT (reference) DO NOTHING
     RETURNING id`,
    [
      `pay_${randomBytes(18).toString('base64url')}`,
      input.reference,
      input.amount_minor,
      input.currency,
      input.email,
      input.name,
      input.description,
      input.return_url,
      input.callback_url,
      input.pay_by,
    ],
  );
  if (opened[0]) return { id: opened[0].id, isNew: true };
  const { rows: known } = await database.query<{ id: string }>(
    'SELECT id FROM sandbox_payments WHERE reference = $1 AND amount_minor = $2 AND currency = $3',
    [input.reference, input.amount_minor, input.currency],
  );
  if (!known[0]) throw new SandboxRefusal(409, 'This reference belongs to a payment of another sum.');
  return { id: known[0].id, isNew: false };
}
