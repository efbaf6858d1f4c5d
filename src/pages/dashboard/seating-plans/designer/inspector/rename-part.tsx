import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { LONGEST } from '../../../../../seating-plans/limits.ts';
import { renameLabels, type Renaming } from '../../../../../seating-plans/number-plan.ts';
import { isSeated, type PlanRow, type PlanTable } from '../../../../../seating-plans/plan-schema.ts';
import { useStudio } from '../studio.ts';
import { ChoiceField, Fold, LineField } from './fields.tsx';

const MAX_PREVIEWED = 8;

/** Changes many labels at once, with a preview. */
export function RenamePart({ rows }: { rows: readonly (PlanRow | PlanTable)[] }): VNode {
  const { desk, texts } = useStudio();
  const renaming = useSignal<Required<Renaming>>({ of: 'rows', find: '', replace: '', prefix: '' });
  const set = (change: Partial<Renaming>): void => {
    renaming.value = { ...renaming.value, ...change };
  };
  const ids = rows.map(({ id }) => id);
  const { of, find, replace, prefix } = renaming.value;
  const sample = rows.slice(0, of === 'rows' ? MAX_PREVIEWED : 1);
  const renamed = renameLabels(
    { ...desk.plan.value, objects: sample },
    sample.map(({ id }) => id),
    renaming.value,
  ).objects.filter(isSeated);
  const labels =
    of === 'rows'
      ? renamed.map(({ label }) => label)
      : (renamed[0]?.seats.slice(0, MAX_PREVIEWED).map(({ label }) => label) ?? []);
  return (
    <Fold title={texts.bulkRename} isOpen={false}>
      <ChoiceField
        label={texts.renameOf}
        value={of}
        choices={(['rows', 'seats'] as const).map((value) => ({
          value,
          label: texts.renameOfChoices[value],
        }))}
        onChange={(value) => set({ of: value as Renaming['of'] })}
      />
      <div class="plan-grid">
        <LineField
          label={texts.find}
          value={find}
          maxLength={LONGEST.row}
          onChange={(value) => set({ find: value })}
        />
        <LineField
          label={texts.replaceBy}
          value={replace}
          maxLength={LONGEST.row}
          onChange={(value) => set({ replace: value })}
        />
        <LineField
          label={texts.prefix}
          value={prefix}
          maxLength={10}
          onChange={(value) => set({ prefix: value })}
        />
      </div>
      <p class="plan-preview-labels">
        <span>{texts.previewLabels}</span> {labels.join(' ')}
      </p>
      <button
        type="button"
        class="plan-small"
        onClick={() => desk.act(renameLabels(desk.plan.value, ids, renaming.value), texts.did.renamed)}
      >
        {texts.renameDo}
      </button>
    </Fold>
  );
}
