import type { ChangeKind } from '../../audit/change-kinds.ts';

/** Who did what in a host. Dates are in ISO 8601. */
export type AuditView = {
  lines: {
    lineId: string;
    at: string;
    action: string;
    actorKind: 'member' | 'operator' | 'system' | 'stranger';
    personId: string | null;
    personName: string | null;
    personEmail: string | null;
    subjectId: string | null;
    subjectName: string;
    before: Record<string, unknown> | null;
    after: Record<string, unknown> | null;
    address: string | null;
  }[];
  /** Null: this is the end. */
  nextCursor: string | null;
  /** What the lines were chosen by: as in the address. Empty: not by this. */
  filters: { person: string; kind: ChangeKind | ''; subject: string; from: string; to: string };
  /** To choose from. */
  people: { personId: string; name: string; email: string }[];
  kinds: ChangeKind[];
};
