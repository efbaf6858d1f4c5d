import { Array, Boolean, Integer, Object as Body, Optional, String } from 'typebox';
import { Nullable, OneOf } from '../../../values/body-schema.ts';
import { MAX_SENTENCE_CHARACTERS } from '../../../rules/newsletter.ts';
import { MAX_TAX_RATES, TAX_KINDS } from '../../../rules/taxes.ts';
import { MAX_SITE_CHARACTERS, MAX_SITES } from '../../../values/site-origin.ts';

const Sites = Array(String({ minLength: 1, maxLength: MAX_SITE_CHARACTERS, format: 'site' }), {
  minItems: 1,
  maxItems: MAX_SITES,
});

// No VAT is more than half of the price.
const MAX_BASIS_POINTS = 5_000;

/** The settings that change, and the version the member saw. The limits are those of the database. */
export const SettingsBody = Body(
  {
    version: Integer({ minimum: 1, maximum: 2_147_483_646 }),
    name: Optional(String({ minLength: 1, maxLength: 200, format: 'line' })),
    country: Optional(String({ minLength: 1, maxLength: 40, format: 'word' })),
    contactEmail: Optional(Nullable(String({ minLength: 3, maxLength: 254, format: 'idn-email' }))),
    feesAbsorbed: Optional(Boolean()),
    blocksDisputed: Optional(Boolean()),
    callbackOrigins: Optional(Nullable(Sites)),
    terms: Optional(String({ maxLength: 20_000, format: 'paragraphs' })),
    refundPolicy: Optional(String({ maxLength: 5_000, format: 'paragraphs' })),
    taxNumber: Optional(Nullable(String({ minLength: 1, maxLength: 60, format: 'line' }))),
    sellerName: Optional(Nullable(String({ minLength: 1, maxLength: 200, format: 'line' }))),
    sellerAddress: Optional(String({ maxLength: 500, format: 'paragraphs' })),
    hasNewsletter: Optional(Boolean()),
    newsletterSentence: Optional(String({ maxLength: MAX_SENTENCE_CHARACTERS, format: 'paragraphs' })),
    vatBasisPoints: Optional(Nullable(Integer({ minimum: 1, maximum: MAX_BASIS_POINTS }))),
    /** All of them: one that is left out is removed. The page makes the ids. */
    taxRates: Optional(
      Array(
        Body(
          {
            id: String({ format: 'uuid' }),
            name: String({ minLength: 1, maxLength: 60, format: 'line' }),
            kind: OneOf(TAX_KINDS),
            basisPoints: Integer({ minimum: 0, maximum: MAX_BASIS_POINTS }),
          },
          { additionalProperties: false },
        ),
        { maxItems: MAX_TAX_RATES },
      ),
    ),
    feeTaxRateId: Optional(Nullable(String({ minLength: 1, format: 'uuid' }))),
  },
  { additionalProperties: false, minProperties: 2 },
);
