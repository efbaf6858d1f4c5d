import { Array, Boolean, Integer, Object as Body, String } from 'typebox';
import { INVOICED_ORDERS } from '../../../rules/invoices.ts';
import { OneOf } from '../../../values/body-schema.ts';

/** How a host invoices, and the version the member saw. The limits are those of the database. */
export const InvoiceSettingsBody = Body(
  {
    version: Integer({ minimum: 0, maximum: 2_147_483_646 }),
    forOrders: OneOf(INVOICED_ORDERS),
    addressLines: Array(String({ minLength: 1, maxLength: 150, format: 'line' }), {
      minItems: 1,
      maxItems: 3,
    }),
    postalCode: String({ maxLength: 20, format: 'line-or-empty' }),
    city: String({ minLength: 1, maxLength: 100, format: 'line' }),
    region: String({ maxLength: 100, format: 'line-or-empty' }),
    timezone: String({ minLength: 1, maxLength: 60, format: 'timezone' }),
    prefix: String({ maxLength: 12, format: 'line-or-empty' }),
    footer: String({ maxLength: 1_000, format: 'paragraphs' }),
    keptYears: Integer({ minimum: 5, maximum: 30 }),
    hasFacturX: Boolean(),
  },
  { additionalProperties: false },
);
