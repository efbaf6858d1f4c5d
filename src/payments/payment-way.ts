import { GATEWAY_TITLES } from '../rules/gateway-accounts.ts';
import type { GatewayName } from './gateway.ts';
import type { PaymentMethod } from '../rules/payment-methods.ts';
import { methodsOnPageOf } from './payment-methods.ts';

/** One way in which a buyer can pay a host. The sandbox needs no account. */
export type PaymentWay = { kind: 'account'; name: GatewayName; accountId: string | null };

/** A way as buyers choose it. */
export type OfferedWay = {
  /** Names it in a form: of the host's ways, not of all there are. */
  key: string;
  methods: PaymentMethod[];
  /** The gateway whose page it is; null: the sandbox. */
  by: string | null;
  /** The embed may show its payment within its frame: no tab need be opened for it. */
  isInPlace: boolean;
};

export const keyOfWay = (way: PaymentWay): string => way.accountId ?? way.name;

export const titleOfWay = ({ name }: PaymentWay): string =>
  name === 'sandbox' ? 'the sandbox' : GATEWAY_TITLES[name];

export const toOffered = (way: PaymentWay, currency: string, isInPlace = false): OfferedWay => ({
  key: keyOfWay(way),
  methods: methodsOnPageOf(way.name, currency),
  by: way.name === 'sandbox' ? null : GATEWAY_TITLES[way.name],
  isInPlace,
});
