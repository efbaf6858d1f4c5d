import type { ChangeKind } from '../../../audit/change-kinds.ts';
import type { ListedChange } from '../../../audit/list-changes.ts';

/** Who did what in a host. Dates are in ISO 8601. */
export type AuditView = {
  lines: (Omit<ListedChange, 'at'> & {
    at: string;
    /** Of the amounts in it. */
    currency: string;
  })[];
  /** Null: this is the end. */
  nextCursor: string | null;
  /** What the lines were chosen by: as in the address. Empty: not by this. */
  filters: { person: string; kind: ChangeKind | ''; subject: string; from: string; to: string };
  /** To choose from. */
  people: { personId: string; name: string; email: string }[];
  kinds: ChangeKind[];
};
