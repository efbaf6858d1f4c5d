import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Answer } from '../../../test/harness/client.ts';
import type { TestHost } from '../../../test/harness/make-catalog.ts';
import type { TestApp } from '../../../test/harness/test-app.ts';
import { OPERATOR } from '../../audit/actor.ts';
import { askEmbed, held, tokenIn } from '../../pages/checkout/embed/embed.fixture.ts';
import { readTransferSettings, saveTransferSettings, type TransferSettings } from './transfer-settings.ts';

/** Takes bank transfers from now on, with these settings and with limits that are in nobody's way. */
export async function takeTransfers(
  on: Pick<TestApp, 'app'>,
  { hostId }: TestHost,
  changes: Partial<TransferSettings> = {},
): Promise<void> {
  await on.app.database.transaction(async (tx) => {
    const settings = await readTransferSettings(tx, hostId);
    await saveTransferSettings(tx, {
      ...settings,
      isOn: true,
      accountHolder: 'Lagos Nights Ltd',
      bankName: 'First Bank',
      accountNumber: '0123456789',
      branchCode: '011',
      mostPerEmail: 20,
      mostPerAddress: 100,
      mostSharePercent: 100,
      ...changes,
      hostId,
      actor: OPERATOR,
    });
  });
}

type Cart = { slug: string; sku: string | undefined; quantity?: number; email?: string };

/** Orders a cart that is held, as the embed's page does. */
export const orderHeld = (
  on: TestApp,
  {
    slug,
    quoteReference,
    email,
    token,
    key,
  }: { slug: string; quoteReference: string; email: string; token: string; key?: string },
): Promise<Answer> =>
  askEmbed(on, `/${slug}/orders`, {
    method: 'POST',
    headers: { 'x-device-id': token, ...(key !== undefined && { 'idempotency-key': key }) },
    body: {
      quoteReference,
      email,
      firstName: 'Ada',
      lastName: 'Obi',
      phone: '',
      paysBy: 'bank_transfer',
      query: '',
    },
  });

/** Holds tickets in the embed and orders them by bank transfer; answers whatever it says. */
export async function orderByTransfer(
  on: TestApp,
  { slug, sku = '', quantity = 1, email = `${randomUUID()}@example.com` }: Cart,
): Promise<Answer & { token: string }> {
  const token = randomUUID();
  const { quoteReference } = await held(on, slug, { items: [{ sku, quantity }] }, token);
  const answer = await orderHeld(on, { slug, quoteReference, email, token });
  return { ...answer, token };
}

export type WaitingOrder = { reference: string; receiptToken: string; orderId: string; total: number };

/** An order that waits for its transfer. */
export async function waiting(on: TestApp, cart: Cart): Promise<WaitingOrder> {
  const { status, body } = await orderByTransfer(on, cart);
  assert.equal(status, 201, JSON.stringify(body));
  const { reference, receiptUrl, total } = body.data as {
    reference: string;
    receiptUrl: string;
    total: number;
  };
  const { rows } = await on.app.database.query<{ id: string }>('SELECT id FROM orders WHERE reference = $1', [
    reference,
  ]);
  return { reference, total, receiptToken: tokenIn(receiptUrl), orderId: rows[0]?.id ?? '' };
}
