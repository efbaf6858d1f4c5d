import type { ListedVisit } from '../../../hosts/support/list-visits.ts';

type InText<Row> = {
  [Name in keyof Row]: Row[Name] extends Date
    ? string
    : Row[Name] extends Date | null
      ? string | null
      : Row[Name];
};

export type ShownVisit = InText<Omit<ListedVisit, 'hostId' | 'hostName'>>;

/** Asks and visits of support, the newest first. Dates are in ISO 8601. */
export type SupportView = { visits: ShownVisit[] };

export const showVisit = (visit: ListedVisit): ShownVisit => ({
  visitId: visit.visitId,
  email: visit.email,
  name: visit.name,
  reason: visit.reason,
  state: visit.state,
  askedAt: visit.askedAt.toISOString(),
  allowedAt: visit.allowedAt?.toISOString() ?? null,
  allowedBy: visit.allowedBy,
  endsAt: visit.endsAt.toISOString(),
  endedAt: visit.endedAt?.toISOString() ?? null,
  endedHow: visit.endedHow,
  endedBy: visit.endedBy,
});
