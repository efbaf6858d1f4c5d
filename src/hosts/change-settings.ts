import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import { changedFields, showFields } from '../audit/what-changed.ts';
import type { Transaction } from '../db/database.ts';
import { Refusal } from '../refusal.ts';
import { readSites } from '../values/read-sites.ts';
import { readCountry, requireFreeCountry } from './country-of-host.ts';
import { lockSettings, type HostFacts, type HostSettings } from './read-settings.ts';
import { keepKnownIds, saveTaxRates, showTaxRates } from './tax-rates.ts';

/** A country comes as text and is checked here. */
export type SettingsChanges = Partial<Omit<HostSettings, 'version' | 'country'> & { country: string }>;

const COLUMNS: Record<Exclude<keyof HostFacts, 'version'>, string> = {
  name: 'name',
  country: 'country',
  contactEmail: 'contact_email',
  feesAbsorbed: 'fees_absorbed',
  blocksDisputed: 'blocks_disputed',
  callbackOrigins: 'callback_origins',
  terms: 'terms',
  refundPolicy: 'refund_policy',
  taxNumber: 'tax_number',
  sellerName: 'seller_name',
  sellerAddress: 'seller_address',
  vatBasisPoints: 'vat_basis_points',
  hasNewsletter: 'has_newsletter',
  newsletterSentence: 'newsletter_sentence',
};

// Not given: null here, and empty in the database.
const EMPTY_IS_NONE = new Set<keyof typeof COLUMNS>(['taxNumber', 'sellerName']);

/**
 * Changes the fields that are given, where nobody has changed any since `version`. Fees count for new quotes; the allowed
 * sites and the taxes for new orders; who sells for receipts from now on; the rest is read anew whenever a page or a mail is made. Every process hears of it at once.
 */
export async function changeSettings(
  tx: Transaction,
  input: { hostId: string; actor: Actor; version: number; changes: SettingsChanges },
): Promise<HostSettings> {
  const { hostId, actor, version } = input;
  const now = await lockSettings(tx, hostId);
  if (now.version !== version) {
    throw new Refusal('changed_meanwhile', 'Somebody else has changed the settings since you opened them.', {
      current: now,
    });
  }
  const typed: HostSettings = { ...now, ...clean(input.changes), version: version + 1 };
  const next: HostSettings = input.changes.taxRates
    ? { ...typed, ...(await keepKnownIds(tx, { hostId, ...typed })) }
    : typed;
  if (next.country !== now.country) await requireFreeCountry(tx, hostId);
  const changed = changedFields(now, next, Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]);
  const assignments = changed.map((field, index) => `, ${COLUMNS[field]} = $${index + 2}`);
  await tx.query(`UPDATE hosts SET version = version + 1${assignments.join('')} WHERE id = $1`, [
    hostId,
    ...changed.map((field) => (EMPTY_IS_NONE.has(field) ? (next[field] ?? '') : next[field])),
  ]);
  const [taxesNow, taxesNext] = [showTaxRates(now), showTaxRates(next)];
  const changedTaxes = changedFields(taxesNow, taxesNext, ['taxRates', 'feeTaxRate']);
  if (changedFields(now, next, ['taxRates', 'feeTaxRateId']).length > 0)
    await saveTaxRates(tx, { hostId, ...next });
  await recordChange(tx, {
    hostId,
    actor,
    action: 'host.change_settings',
    subject: { id: hostId, name: next.name },
    before: { ...showFields(now, changed), ...showFields(taxesNow, changedTaxes) },
    after: { ...showFields(next, changed), ...showFields(taxesNext, changedTaxes) },
  });
  return next;
}

/** As it is stored: without blanks around it, and every line break the same. */
function clean(changes: SettingsChanges): Partial<HostSettings> {
  const text = (typed: string): string => typed.replaceAll(/\r\n?/g, '\n').trim();
  const { name, country, contactEmail, callbackOrigins, terms, refundPolicy, ...others } = changes;
  const { taxNumber, sellerName, sellerAddress, newsletterSentence, taxRates, ...rest } = others;
  return {
    ...rest,
    ...(name !== undefined && { name: name.trim() }),
    ...(country !== undefined && { country: readCountry(country) }),
    ...(contactEmail !== undefined && { contactEmail: contactEmail?.trim() || null }),
    ...(callbackOrigins !== undefined && {
      callbackOrigins: callbackOrigins && readSites('callbackOrigins', callbackOrigins),
    }),
    ...(newsletterSentence !== undefined && { newsletterSentence: newsletterSentence.trim() }),
    ...(taxRates !== undefined && {
      taxRates: taxRates.map((rate) => ({ ...rate, id: rate.id.toLowerCase(), name: rate.name.trim() })),
    }),
    ...(terms !== undefined && { terms: text(terms) }),
    ...(refundPolicy !== undefined && { refundPolicy: text(refundPolicy) }),
    ...(taxNumber !== undefined && { taxNumber: taxNumber?.trim() || null }),
    ...(sellerName !== undefined && { sellerName: sellerName?.trim() || null }),
    ...(sellerAddress !== undefined && { sellerAddress: text(sellerAddress) }),
  };
}
