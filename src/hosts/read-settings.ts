import type { Queryable } from '../db/database.ts';
import type { Country } from '../money/countries.ts';
import { Refusal } from '../refusal.ts';
import { readTaxRates, type TaxRates } from './tax-rates.ts';

/** The host's facts and the rules of its sales. */
export type HostSettings = HostFacts & TaxRates;

/** Those that are in the host's own row. */
export type HostFacts = {
  /** Counts the changes: who saves says which one they saw. */
  version: number;
  name: string;
  /** Decides the currency. */
  country: Country;
  /** The address for buyers' questions; null: none. */
  contactEmail: string | null;
  /** The host bears the fees, and buyers pay the price alone. */
  feesAbsorbed: boolean;
  /** From the day on which a buyer's bank claims a payment back, its tickets are refused at the doors. */
  blocksDisputed: boolean;
  /** The sites that buyers may be sent back to after paying; null: any. */
  callbackOrigins: string[] | null;
  /** Plain text, as is the refund policy; empty: none. */
  terms: string;
  refundPolicy: string;
  taxNumber: string | null;
  /** The seller on receipts; null: the host by its name. */
  sellerName: string | null;
  /** In lines; empty: not given. */
  sellerAddress: string;
  /** Buyers are asked whether the host may write to them, by this sentence; empty: by ours. */
  hasNewsletter: boolean;
  newsletterSentence: string;
  /** The usual rate, included in every price that has no other; null: no VAT. */
  vatBasisPoints: number | null;
};

const COLUMNS = `version, name, country, contact_email AS "contactEmail", fees_absorbed AS "feesAbsorbed", blocks_disputed AS "blocksDisputed",
  callback_origins AS "callbackOrigins", terms, refund_policy AS "refundPolicy", nullif(tax_number, '') AS "taxNumber",
  nullif(seller_name, '') AS "sellerName", seller_address AS "sellerAddress", has_newsletter AS "hasNewsletter",
  newsletter_sentence AS "newsletterSentence", vat_basis_points AS "vatBasisPoints"`;

export async function readSettings(database: Queryable, hostId: string): Promise<HostSettings> {
  const facts = await database.query<HostFacts>(`SELECT ${COLUMNS} FROM hosts WHERE id = $1`, [hostId]);
  return { ...oneOf(facts, hostId), ...(await readTaxRates(database, hostId)) };
}

/** The same, and nobody changes them before the transaction ends. Nor is an event made meanwhile: those wait for the host. */
export async function lockSettings(tx: Queryable, hostId: string): Promise<HostSettings> {
  const facts = await tx.query<HostFacts>(`SELECT ${COLUMNS} FROM hosts WHERE id = $1 FOR UPDATE`, [hostId]);
  return { ...oneOf(facts, hostId), ...(await readTaxRates(tx, hostId)) };
}

function oneOf({ rows }: { rows: HostFacts[] }, hostId: string): HostFacts {
  const [settings] = rows;
  if (!settings) throw new Refusal('not_found', `There is no host ${hostId}.`);
  return settings;
}
