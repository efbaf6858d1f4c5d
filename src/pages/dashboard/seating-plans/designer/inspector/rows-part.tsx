import type { VNode } from 'preact';
import {
  curveRows,
  formOfRows,
  spaceRows,
  spaceSeats,
  usualRadius,
} from '../../../../../seating-plans/arrange-rows.ts';
import { MAX_COORDINATE } from '../../../../../seating-plans/limits.ts';
import type { PlanRow, SeatingPlan } from '../../../../../seating-plans/plan-schema.ts';
import { useStudio } from '../studio.ts';
import { Fold, NumberField, sameOf } from './fields.tsx';

/** The distance between the seats of rows; of several rows together also the one between them, and their common centre. */
export function RowsPart({ rows }: { rows: readonly PlanRow[] }): VNode {
  const { desk, texts } = useStudio();
  const plan = desk.plan.value;
  const ids = new Set(rows.map(({ id }) => id));
  const { between, radius } = formOfRows(plan, ids);
  const put = (next: SeatingPlan | null): void => {
    if (next) desk.act(next, texts.did.arranged);
    else desk.said.value = texts.beyondSheet;
  };
  const isCurved = radius !== null;
  return (
    <Fold title={texts.spacings}>
      <div class="plan-grid">
        <NumberField
          label={texts.spacing}
          value={sameOf(rows, ({ spacing }) => spacing)}
          placeholder={texts.mixed}
          step={0.05}
          min={0.1}
          max={100}
          onChange={(spacing) => put(spaceSeats(plan, ids, spacing))}
        />
        {between !== undefined && (
          <NumberField
            label={texts.between}
            value={between}
            placeholder={texts.mixed}
            step={0.05}
            min={0.5}
            max={100}
            onChange={(wanted) => put(spaceRows(plan, ids, wanted))}
          />
        )}
        {rows.length > 1 && isCurved && (
          <NumberField
            label={texts.radius}
            value={radius}
            step={0.5}
            min={1}
            max={MAX_COORDINATE}
            onChange={(wanted) => put(curveRows(plan, ids, wanted))}
          />
        )}
      </div>
      {rows.length > 1 && (
        <button
          type="button"
          class="plan-small"
          onClick={() => put(curveRows(plan, ids, isCurved ? null : usualRadius(plan, ids)))}
        >
          {isCurved ? texts.straightenRows : texts.curveTogether}
        </button>
      )}
    </Fold>
  );
}
