import { textAt, type ExactJson } from './exact-json.ts';
import type { RefundRequest } from './gateway.ts';

export type ListedRefund = {
  gatewayRefundId: string;
  amountMinor: number | null;
  /** Ours, where the gateway shows what came with the refund. */
  refundId: string | null;
  hasFailed: boolean;
  entry: ExactJson;
};

const OUR_NOTE = /Refund ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/;

/** Goes with every refund that is asked for, so that it is known again in a list. */
export const noteOf = (refund: RefundRequest): string => `Refund ${refund.refundId}`;

export const refundIdIn = (note: string | null): string | null => OUR_NOTE.exec(note ?? '')?.[1] ?? null;

/**
 * Finds the earlier try of a refund among all refunds of its payment: by our id, or, where a gateway does not show it or a
 * person made the refund on the gateway's own pages, by the amount. Two refunds of the same amount, both unanswered, differ only
 * in their ids: without ids, one of them would be taken for both.
 *
 * One that failed is an answer to its own try, and none to a retry.
 */
export function findEarlierRefund(refund: RefundRequest, listed: ListedRefund[]): ListedRefund | null {
  const others = new Set(refund.otherRefundIds);
  const earlier = new Set(refund.earlierRefundIds);
  const candidates = listed
    .filter(({ gatewayRefundId }) => !others.has(gatewayRefundId))
    .filter(({ gatewayRefundId, hasFailed }) => !(hasFailed && earlier.has(gatewayRefundId)))
    .toSorted((one, other) => Number(one.hasFailed) - Number(other.hasFailed));
  return (
    candidates.find(({ refundId }) => refundId === refund.refundId) ??
    candidates.find(({ gatewayRefundId }) => earlier.has(gatewayRefundId)) ??
    candidates.find(({ refundId, amountMinor }) => refundId === null && amountMinor === refund.amountMinor) ??
    null
  );
}

/** The entries of a list in an answer; null where there is none. */
export function listAt(json: ExactJson, name: string): ExactJson[] | null {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return null;
  const list = json[name];
  return Array.isArray(list) ? list.filter((entry) => textAt(entry, 'id') !== null) : null;
}
