import type { Database } from '../db/database.ts';
import { writeFrameCode, readFrameCode } from '../payments/frame-code.ts';
import {
  GatewayRefused,
  isTakenByHost,
  type Gateway,
  type PaidThrough,
  type ScriptWords,
} from '../payments/gateway.ts';
import type { Gateways } from '../payments/gateways.ts';
import { scriptSourcesOf, type ScriptGateway, type ScriptSources } from '../payments/script-sources.ts';
import { SecretKeyMissing } from '../secrets/sealed.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import { toAsciiAddress } from '../values/email-address.ts';
import type { Language } from '../values/language.ts';

/** A payment as the document in the frame shows it. */
export type FoundFrame = {
  language: Language;
  /** The sites that may have the checkout in a frame, and so this document too; null: any. */
  sites: string[] | null;
  /** Null: it can't be paid here any more. */
  shown: { words: ScriptWords; sources: ScriptSources } | null;
};

export type PaymentFrames = ReturnType<typeof createPaymentFrames>;

type Options = {
  database: Database;
  secretKeys: SecretKeys;
  gateways: Pick<Gateways, 'open'>;
  gatewayUrls: Readonly<Record<ScriptGateway, string>>;
  /** The origin of those documents, and of nothing else; null: every payment has a tab. */
  frameUrl: string | null;
};

type Row = {
  reference: string;
  gateway: PaidThrough | null;
  payment_account_id: string | null;
  session_id: string | null;
  checkout_url: string | null;
};

/** Payments that a gateway's own script shows in the checkout's frame: docs/decisions/payment-in-the-frame.md. */
export function createPaymentFrames({ database, secretKeys, gateways, gatewayUrls, frameUrl }: Options) {
  const origin = frameUrl === null ? null : new URL(frameUrl).origin;
  return {
    /** The only origin that the checkout's frame may lead to; null: it has none. */
    origin,

    /** The address of the document that shows a payment; null where it can be paid in a tab alone. */
    async addressOf(reference: string): Promise<string | null> {
      if (origin === null) return null;
      const { rows } = await database.query<Row>(
        `SELECT reference, gateway, payment_account_id, session_id, checkout_url FROM orders
          WHERE reference = $1 AND source = 'embed' AND status = 'pending_payment'`,
        [reference],
      );
      const [row] = rows;
      const found = row && (await openInPlace(gateways, row));
      if (!row || !found?.inPlace.canShow(nameOf(row))) return null;
      return `${origin}/pay-in-place/${writeFrameCode(secretKeys, reference)}`;
    },

    /** Null where the code is none of ours. */
    async find(code: string): Promise<FoundFrame | null> {
      const reference = readFrameCode(secretKeys, code);
      if (reference === null) return null;
      const { rows } = await database.query<
        Row & {
          total_minor: number;
          currency: string;
          email: string;
          first_name: string;
          last_name: string;
          phone: string | null;
          language: Language;
          name: string;
          sites: string[] | null;
          is_payable: boolean;
        }
      >(
        `SELECT o.reference, o.gateway, o.payment_account_id, o.session_id, o.checkout_url, o.total_minor, o.currency, o.email, o.first_name,
                o.last_name, o.phone, o.language, e.name, e.embed_origins AS sites,
                o.source = 'embed' AND o.status = 'pending_payment' AND o.pay_by > clock_timestamp() AS is_payable
           FROM orders AS o JOIN events AS e ON e.id = o.event_id WHERE o.reference = $1`,
        [reference],
      );
      const [row] = rows;
      if (!row) return null;
      const { language, sites } = row;
      const found = row.is_payable ? await openInPlace(gateways, row) : null;
      if (!found?.inPlace.canShow(nameOf(row))) return { language, sites, shown: null };
      const words = await found.inPlace.findWords({
        ...nameOf(row),
        amountMinor: row.total_minor,
        currency: row.currency,
        email: toAsciiAddress(row.email) ?? row.email,
        firstName: row.first_name,
        lastName: row.last_name,
        phone: row.phone,
        description: row.name,
      });
      const shown = words && { words, sources: scriptSourcesOf(words.gateway, gatewayUrls) };
      return { language, sites, shown };
    },
  };
}

const nameOf = (row: Row) => ({
  reference: row.reference,
  sessionId: row.session_id,
  checkoutUrl: row.checkout_url,
});

/** Null where its payments have a tab alone, or the account can't be opened: the tab's link is there already. */
async function openInPlace(
  gateways: Pick<Gateways, 'open'>,
  { gateway, payment_account_id: accountId }: Row,
): Promise<{ inPlace: NonNullable<Gateway['inPlace']> } | null> {
  if (gateway === null || isTakenByHost(gateway) || gateway === 'sandbox' || accountId === null) return null;
  try {
    const { inPlace } = await gateways.open(gateway, accountId);
    return inPlace ? { inPlace } : null;
  } catch (error) {
    if (error instanceof GatewayRefused || error instanceof SecretKeyMissing) return null;
    throw error;
  }
}
