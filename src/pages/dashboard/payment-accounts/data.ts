import type { AccountGateway } from '../../../values/gateway-accounts.ts';

/** What may be told of an account: nothing that it could be used with. Dates are in ISO 8601. */
export type AccountView = {
  accountId: string;
  gateway: AccountGateway;
  currency: string;
  createdAt: string;
  /** When the gateway said that it knows the key. */
  checkedAt: string | null;
  disabledAt: string | null;
  /** Null where the credentials can't be opened any more. */
  opened: { isTest: boolean; keyEnd: string | null } | null;
};

/** Which gateway takes a host's payments, currency by currency. */
export type PaymentAccountsView = {
  /** The host's own currency first. */
  currencies: { currency: string; account: AccountView | null }[];
  /** Replaced or disabled, newest first: payments that were made with them are still looked up and refunded. */
  earlier: AccountView[];
  gateways: { gateway: AccountGateway; currencies: string[]; callbackUrl: string }[];
  /** In development, it takes what no account takes. */
  hasSandbox: boolean;
};
