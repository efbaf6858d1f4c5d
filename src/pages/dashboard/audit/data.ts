import type { ChangeKind } from '../../../audit/change-kinds.ts';
import type { ListedChange } from '../../../audit/list-changes.ts';

/** A host's audit log. Dates are in ISO 8601. */
export type AuditView = {
  lines: (Omit<ListedChange, 'at'> & {
    at: string;
    /** The currency of its amounts. */
    currency: string;
  })[];
  /** Null: no more pages. */
  nextCursor: string | null;
  /** The filters, as in the address. Empty: not filtered by this. */
  filters: { person: string; kind: ChangeKind | ''; subject: string; from: string; to: string };
  /** The options of the filters. */
  people: { personId: string; name: string; email: string }[];
  kinds: ChangeKind[];
};
