import type {
  CreatedPlan,
  ImportedDraft,
  PlanDraft,
  PlanVersion,
  PublishedPlan,
  SavedDraft,
} from '../data.ts';
import { toSend, type Edit } from '../../../../seating-plans/edits.ts';
import type { SeatingPlan } from '../../../../seating-plans/plan-schema.ts';
import type { CallDashboard } from '../../shell/call-dashboard.ts';

/** The page's calls to the server. */
export type PlanCalls = {
  load(): Promise<PlanDraft>;
  /** A repeated call with the same key is done once. */
  save(version: number, save: { key: string; edit: Edit }): Promise<SavedDraft>;
  publish(version: number): Promise<PublishedPlan>;
  readVersion(number: number): Promise<PlanVersion>;
  /** A version becomes the draft; null: the draft that was replaced last. */
  restore(version: number, number: number | null): Promise<SavedDraft>;
  importFile(version: number, text: string): Promise<ImportedDraft>;
  rename(name: string): Promise<object>;
  /** Saves the drawing as a new plan. */
  saveAsCopy(plan: SeatingPlan, name: string): Promise<CreatedPlan>;
  fileHref(format: 'json' | 'pretix' | 'csv'): string;
  pictureHref: string;
};

/** `ofHost` and `ofPlan` are addresses. */
export function createPlanCalls(
  call: CallDashboard,
  { ofHost, ofPlan }: { ofHost: string; ofPlan: string },
): PlanCalls {
  const post = <Answer>(path: string, body: object): Promise<Answer> =>
    call<Answer>(`${ofPlan}${path}`, { method: 'POST', body });
  return {
    load: () => call(`${ofPlan}/draft`),
    save: (version, { key, edit }) => post('/edits', { version, key, edits: [toSend(edit)] }),
    publish: (version) => post('/publish', { version }),
    readVersion: (number) => call(`${ofPlan}/versions/${number}`),
    restore: (version, number) => post('/restore', { version, number }),
    importFile: (version, text) => post('/import', { version, text }),
    rename: (name) => post('/rename', { name }),
    saveAsCopy: (plan, name) =>
      call(ofHost, { method: 'POST', body: { name, from: 'file', text: JSON.stringify(plan) } }),
    fileHref: (format) => `${ofPlan}/file?format=${format}`,
    pictureHref: `${ofPlan}/picture`,
  };
}
