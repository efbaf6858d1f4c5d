import type { Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import { changedFields, showFields } from '../../audit/what-changed.ts';
import type { Transaction } from '../../db/database.ts';
import { COUNTRIES, type Country } from '../../money/countries.ts';
import { invalidField, Refusal } from '../../refusal.ts';
import { readPostalCode } from '../../rules/postal-code.ts';
import { readInvoiceSettings, type InvoiceSettings } from './read-invoice-settings.ts';

/**
 * Sets how a host invoices, from now on: orders that were confirmed before go by what was in force then. Every change is a row, so that
 * an invoice which is issued late is still that of its day. Refused where somebody has changed it since `version`.
 */
export async function changeInvoiceSettings(
  tx: Transaction,
  input: { hostId: string; actor: Actor; version: number; settings: InvoiceSettings },
): Promise<{ version: number }> {
  const { hostId, actor, version } = input;
  // Before any other lock. Sales have it shared (ask_for_invoices): whichever is confirmed after `since` sees the change.
  await tx.query(`SELECT pg_advisory_xact_lock(hashtext('invoice settings'), hashtext($1::uuid::text))`, [
    hostId,
  ]);
  const host = await lockHost(tx, hostId);
  const before = await readInvoiceSettings(tx, { hostId });
  const versionNow = await countVersions(tx, hostId);
  if (versionNow !== version)
    throw new Refusal('changed_meanwhile', 'Somebody else has changed the invoices since you opened them.', {
      ...(before && { current: { ...before, version: versionNow } }),
    });
  const next = clean(input.settings);
  check(next, host.country);
  await write(tx, hostId, next);
  // The checkout offers an invoice, or does not.
  await tx.query(`SELECT pg_notify('catalog_changed', $1)`, [hostId]);
  const changed = before ? changedFields(before, next, FIELDS) : [...FIELDS];
  await recordChange(tx, {
    hostId,
    actor,
    action: 'host.change_invoices',
    subject: { id: hostId, name: host.name },
    ...(before && { before: showFields(before, changed) }),
    after: showFields(next, changed),
  });
  return { version: version + 1 };
}

async function lockHost(tx: Transaction, hostId: string): Promise<{ name: string; country: Country }> {
  const { rows } = await tx.query<{ name: string; country: Country }>(
    'SELECT name, country FROM hosts WHERE id = $1 FOR NO KEY UPDATE',
    [hostId],
  );
  if (!rows[0]) throw new Refusal('not_found', `There is no host ${hostId}.`);
  return rows[0];
}

const FIELDS = [
  'forOrders',
  'prefix',
  'addressLines',
  'postalCode',
  'city',
  'region',
  'timezone',
  'footer',
  'hasFacturX',
  'keptYears',
] as const satisfies readonly (keyof InvoiceSettings)[];

/** Counts the changes: whoever saves says which one they saw. 0: there were none. */
export async function countVersions(tx: Pick<Transaction, 'query'>, hostId: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    'SELECT count(*)::integer AS count FROM invoice_settings WHERE host_id = $1',
    [hostId],
  );
  return rows[0]?.count ?? 0;
}

const clean = (typed: InvoiceSettings): InvoiceSettings => ({
  ...typed,
  prefix: typed.prefix.trim().toUpperCase(),
  addressLines: typed.addressLines.map((line) => line.trim()).filter((line) => line !== ''),
  postalCode: typed.postalCode.trim(),
  city: typed.city.trim(),
  region: typed.region.trim(),
  footer: typed.footer.replaceAll(/\r\n?/g, '\n').trim(),
});

function check({ addressLines, city, postalCode, prefix }: InvoiceSettings, country: Country): void {
  if (addressLines.length === 0)
    throw invalidField('addressLines', 'must have the street, or what stands for it.');
  if (city === '') throw invalidField('city', 'is required.');
  if (!/^([A-Z0-9/-]{0,11}[A-Z/-])?$/.test(prefix) || prefix.startsWith('SANDBOX'))
    throw invalidField(
      'prefix',
      'must be up to twelve of A to Z, 0 to 9, - and /, and not end with a digit.',
    );
  if (readPostalCode(postalCode, COUNTRIES[country].region) === null)
    throw invalidField('postalCode', 'must be as the country of your settings writes it.');
}

async function write(tx: Transaction, hostId: string, settings: InvoiceSettings): Promise<void> {
  const {
    forOrders,
    prefix,
    addressLines,
    postalCode,
    city,
    region,
    timezone,
    footer,
    hasFacturX,
    keptYears,
  } = settings;
  await tx.query(
    // Later than the row before, whatever the clock does.
    `INSERT INTO invoice_settings (host_id, since, for_orders, prefix, address_lines, postal_code, city, region, timezone, footer, has_factur_x,
                                   kept_years)
     SELECT $1, greatest(clock_timestamp(), (SELECT max(since) FROM invoice_settings WHERE host_id = $1) + interval '1 microsecond'),
            $2, $3, $4, $5, $6, $7, $8, $9, $10, $11`,
    [
      hostId,
      forOrders,
      prefix,
      addressLines,
      postalCode,
      city,
      region,
      timezone,
      footer,
      hasFacturX,
      keptYears,
    ],
  );
}
