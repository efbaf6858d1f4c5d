import type { VNode } from 'preact';
import { isNothingChosen } from '../../../../../seating-plans/edit-chosen.ts';
import { isSeated } from '../../../../../seating-plans/plan-schema.ts';
import { useStudio } from '../studio.ts';
import { isDrawing } from '../tools.ts';
import { ArrangePart } from './arrange-part.tsx';
import { BackgroundPart } from './background-part.tsx';
import { BlockPart } from './block-part.tsx';
import { CategoriesPart } from './categories-part.tsx';
import { MarksPart } from './marks-part.tsx';
import { NumberingPart } from './numbering-part.tsx';
import { ObjectParts } from './object-parts.tsx';
import { OptionsPart } from './options-part.tsx';
import { PaintPart } from './paint-part.tsx';
import { PlanPart } from './plan-part.tsx';
import { RenamePart } from './rename-part.tsx';
import { SectionsPart } from './sections-part.tsx';

/** The properties of the selection, beside the drawing. Without a selection, those of the plan. */
export function Inspector(): VNode {
  const { desk, texts } = useStudio();
  const chosen = desk.chosen.value;
  const plan = desk.plan.value;
  const isEmpty = isNothingChosen(chosen);
  const objects = isEmpty ? [] : plan.objects.filter(({ id }) => chosen.objects.has(id));
  const hasSeats = chosen.seats.size > 0 || objects.some((object) => isSeated(object));
  const rows = objects.filter(isSeated);
  return (
    <aside class="plan-side" aria-label={texts.inspector}>
      <h2 class="plan-side-title">{isEmpty ? texts.plan : texts.chosen(plan, chosen)}</h2>
      {isDrawing(desk.tool.value) && <OptionsPart tool={desk.tool.value} />}
      {isEmpty ? (
        <>
          <PlanPart />
          <CategoriesPart />
          <SectionsPart />
          <BackgroundPart />
        </>
      ) : (
        <>
          <ArrangePart objects={objects} />
          <ObjectParts objects={objects} />
          {(hasSeats || objects.some(({ type }) => type === 'standing')) && <PaintPart />}
          {hasSeats && <MarksPart />}
          {hasSeats && <BlockPart />}
          {rows.length > 0 && <NumberingPart rows={rows} />}
          {rows.length > 0 && <RenamePart rows={rows} />}
        </>
      )}
    </aside>
  );
}
