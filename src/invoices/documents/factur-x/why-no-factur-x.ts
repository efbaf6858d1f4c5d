import { decimalsOf } from '../../../values/major-units.ts';
import type { Invoice } from '../../invoice.ts';

/** An invoice lacks it, or has it, and so can't be one of EN 16931. */
export type FacturXProblem =
  | 'seller_address'
  | 'seller_tax_number'
  | 'buyer_address'
  /** The standard has two decimals at most. */
  | 'three_decimals'
  /** Some of it is outside of the scope of VAT, which the standard wants of all or nothing. */
  | 'untaxed_part';

/** The first reason for which an invoice is printed as a plain PDF; null: it can be a Factur-X one. */
export function whyNoFacturX({ seller, buyer, currency, taxes }: Invoice): FacturXProblem | null {
  if (!seller.address) return 'seller_address';
  // Rule BR-CO-26 wants a number of the seller even where there is no tax.
  if (seller.taxNumber === '') return 'seller_tax_number';
  if (!buyer.address) return 'buyer_address';
  if (decimalsOf(currency) > 2) return 'three_decimals';
  const untaxed = taxes.filter(({ rate }) => rate.kind === 'none').length;
  return untaxed > 0 && untaxed < taxes.length ? 'untaxed_part' : null;
}
