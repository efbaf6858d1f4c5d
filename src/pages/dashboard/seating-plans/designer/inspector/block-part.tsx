import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { markChosen } from '../../../../../seating-plans/edit-chosen.ts';
import { LONGEST, MAX_COLOR } from '../../../../../seating-plans/limits.ts';
import { useStudio } from '../studio.ts';
import { ChoiceField, Fold, LineField } from './fields.tsx';

/** Blocks seats, with a reason and a colour. */
export function BlockPart(): VNode {
  const { desk, texts } = useStudio();
  const plan = desk.plan.value;
  const chosen = desk.chosen.value;
  const blocked = desk.chosenSeats.value.filter((seat) => seat.blocked !== undefined);
  const [first] = blocked;
  const reason = useSignal('');
  const color = useSignal(2);
  return (
    <Fold title={texts.block} isOpen={blocked.length > 0}>
      <p class="soft">
        {blocked.length > 0
          ? texts.blockedNow({ count: blocked.length, reason: first?.blocked?.reason ?? '' })
          : texts.blockHint}
      </p>
      <LineField
        label={texts.reason}
        value={reason.value}
        maxLength={LONGEST.reason}
        onChange={(next) => (reason.value = next)}
      />
      <ChoiceField
        label={texts.color}
        value={String(color.value)}
        choices={Array.from({ length: MAX_COLOR }, (_, nth) => ({
          value: String(nth + 1),
          label: texts.colors[nth + 1] ?? '',
        }))}
        onChange={(next) => (color.value = Number(next))}
      />
      <div class="plan-buttons">
        <button
          type="button"
          class="plan-small"
          onClick={() =>
            desk.act(
              markChosen(plan, chosen, { blocked: { reason: reason.value.trim(), color: color.value } }),
              texts.did.blocked,
            )
          }
        >
          {texts.blockDo}
        </button>
        {blocked.length > 0 && (
          <button
            type="button"
            class="plan-small"
            onClick={() => desk.act(markChosen(plan, chosen, { blocked: undefined }), texts.did.released)}
          >
            {texts.release}
          </button>
        )}
      </div>
    </Fold>
  );
}
