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
import { toOffered, type OfferedWay, type PaymentWay } from '../payments/payment-way.ts';
import { withoutPageNumber } from '../rules/order-reference.ts';
import { scriptSourcesOf, type ScriptGateway, type ScriptSources } from '../payments/script-sources.ts';
import { SecretKeyMissing } from '../secrets/sealed.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import { toAsciiAddress } from '../values/email-address.ts';
import type { Language } from '../values/language.ts';
import { IS_OPEN_PAGE } from './ways/payment-page.ts';

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

    /** The ways to pay, for a buyer whose checkout may show some of them. */
    offer(ways: readonly PaymentWay[], currency: string): Promise<OfferedWay[]> {
      return Promise.all(
        ways.map(async (way) => {
          const gateway = await openOrNull(gateways, way);
          const hasPlace = gateway?.isFramable || (origin !== null && gateway?.inPlace !== undefined);
          return toOffered(way, currency, hasPlace);
        }),
      );
    },

    /** The address of the document that shows an order's payment: of several pages, the newest. Null where it can be paid in a tab alone. */
    async addressOf(reference: string): Promise<string | null> {
      if (origin === null) return null;
      const { rows } = await database.query<Row>(
        `SELECT ${PAYMENT} FROM orders AS o
           LEFT JOIN LATERAL (SELECT * FROM payment_pages AS g WHERE g.order_id = o.id AND ${IS_OPEN_PAGE} ORDER BY number DESC LIMIT 1) AS g ON true
          WHERE o.reference = $1 AND o.source = 'embed' AND o.status = 'pending_payment'`,
        [reference],
      );
      const [row] = rows;
      const found = row && (await openInPlace(gateways, row));
      if (!row || !found?.inPlace.canShow(nameOf(row))) return null;
      return `${origin}/pay-in-place/${writeFrameCode(secretKeys, row.reference)}`;
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
        // A page that another one was chosen in place of is over, whatever window shows it.
        `SELECT ${PAYMENT}, o.total_minor, o.currency, o.email, o.first_name, o.last_name, o.phone, o.language, e.name, e.embed_origins AS sites,
                o.source = 'embed' AND o.status = 'pending_payment' AND o.pay_by > clock_timestamp() AND o.payment_under_way_at IS NULL
                AND (g.order_id IS NULL OR ${IS_OPEN_PAGE}) AS is_payable
           FROM orders AS o JOIN events AS e ON e.id = o.event_id
           LEFT JOIN payment_pages AS g ON g.order_id = o.id AND g.reference = $1
          WHERE o.reference = $2 AND (g.order_id IS NOT NULL OR $1 = $2)`,
        [reference, withoutPageNumber(reference)],
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

/** The payment of the order `o`, or that of its page `g` where its buyer chose how to pay. */
const PAYMENT = `coalesce(g.reference, o.reference) AS reference, coalesce(g.gateway, o.gateway) AS gateway,
  CASE WHEN g.order_id IS NULL THEN o.payment_account_id ELSE g.payment_account_id END AS payment_account_id,
  CASE WHEN g.order_id IS NULL THEN o.session_id ELSE g.session_id END AS session_id, coalesce(g.checkout_url, o.checkout_url) AS checkout_url`;

const nameOf = (row: Row) => ({
  reference: row.reference,
  sessionId: row.session_id,
  checkoutUrl: row.checkout_url,
});

/** Null where its payments have a tab alone. */
async function openInPlace(
  gateways: Pick<Gateways, 'open'>,
  { gateway: name, payment_account_id: accountId }: Row,
): Promise<{ inPlace: NonNullable<Gateway['inPlace']> } | null> {
  if (name === null || isTakenByHost(name) || accountId === null) return null;
  const gateway = await openOrNull(gateways, { name, accountId });
  return gateway?.inPlace ? { inPlace: gateway.inPlace } : null;
}

/** Null where the account can't be opened: the tab's link is there already. */
async function openOrNull(
  gateways: Pick<Gateways, 'open'>,
  { name, accountId }: Pick<PaymentWay, 'name' | 'accountId'>,
): Promise<Gateway | null> {
  try {
    return await gateways.open(name, accountId);
  } catch (error) {
    if (error instanceof GatewayRefused || error instanceof SecretKeyMissing) return null;
    throw error;
  }
}
