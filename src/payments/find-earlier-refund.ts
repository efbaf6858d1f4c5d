import { textAt, type ExactJson } from './exact-json.ts';
import type { RefundRequest } from './gateway.ts';

export type ListedRefund = {
  gatewayRefundId: string;
  amountMinor: number | null;
  note: string | null;
  entry: ExactJson;
};

const OUR_NOTE = /Refund ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/;

/** Goes with every refund that is asked for, so that it is known again in a list. */
export const noteOf = (refund: RefundRequest): string => `Refund ${refund.refundId}`;

/**
 * The earlier try of a refund among all refunds of its payment, for gateways that know no idempotency keys. Its note tells for
 * sure; where a gateway does not show the note, the sum tells. Two refunds of one sum, both unanswered, are told apart by their
 * notes only: without, one of them would be taken for both.
 */
export function findEarlierRefund(refund: RefundRequest, listed: ListedRefund[]): ListedRefund | null {
  const others = new Set(refund.otherRefundIds);
  const candidates = listed.filter(({ gatewayRefundId }) => !others.has(gatewayRefundId));
  const ownerOf = ({ note }: ListedRefund) => OUR_NOTE.exec(note ?? '')?.[1] ?? null;
  return (
    candidates.find((candidate) => ownerOf(candidate) === refund.refundId) ??
    candidates.find(
      (candidate) => ownerOf(candidate) === null && candidate.amountMinor === refund.amountMinor,
    ) ??
    null
  );
}

/** The entries of a list in an answer; null where there is none. */
export function listAt(json: ExactJson, name: string): ExactJson[] | null {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return null;
  const list = json[name];
  return Array.isArray(list) ? list.filter((entry) => textAt(entry, 'id') !== null) : null;
}
