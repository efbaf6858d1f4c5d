import { randomUUID } from 'node:crypto';
import type { TestApp } from '../../test/harness/test-app.ts';
import type { TestHost } from '../../test/harness/make-catalog.ts';
import { OPERATOR } from '../audit/actor.ts';
import { changeSettings, type SettingsChanges } from '../hosts/change-settings.ts';
import { readSettings, type HostSettings } from '../hosts/read-settings.ts';
import type { TaxLine, TaxRate } from '../rules/taxes.ts';
import { describeOrder } from './describe-order.ts';

type On = { app: Pick<TestApp['app'], 'database'> };

export const rate = (name: string, kind: TaxRate['kind'], basisPoints = 0): TaxRate => ({
  id: randomUUID(),
  name,
  kind,
  basisPoints,
});

export async function setTaxes(
  on: On,
  { hostId }: Pick<TestHost, 'hostId'>,
  changes: SettingsChanges,
): Promise<HostSettings> {
  const { version } = await readSettings(on.app.database, hostId);
  return on.app.database.transaction((tx) =>
    changeSettings(tx, { hostId, actor: OPERATOR, version, changes }),
  );
}

/** The rate of each ticket type, in their order; null: the usual one. */
export async function setRates(
  on: On,
  skus: readonly string[],
  rates: readonly (TaxRate | null)[],
): Promise<void> {
  for (const [nr, chosen] of rates.entries())
    await on.app.database.query('UPDATE ticket_types SET tax_rate_id = $2 WHERE id = $1', [
      skus[nr],
      chosen?.id ?? null,
    ]);
}

type Told = [name: string, basisPoints: number, amountMinor: number, taxMinor: number];
const told = (lines: TaxLine[]): Told[] =>
  lines.map(({ name, basisPoints, amountMinor, taxMinor }) => [name, basisPoints, amountMinor, taxMinor]);

/** The tax lines of an order, and of each of its refunds. */
export async function taxesOf(on: On, reference: string): Promise<{ order: Told[]; refunds: Told[][] }> {
  const found = await describeOrder(on.app.database, { seenBy: 'operator', reference });
  if (!found) throw new Error(`there is no order ${reference}`);
  return { order: told(found.order.taxes), refunds: found.refunds.map(({ taxes }) => told(taxes)) };
}
