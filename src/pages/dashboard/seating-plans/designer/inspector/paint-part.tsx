import type { VNode } from 'preact';
import { paintChosen } from '../../../../../seating-plans/edit-chosen.ts';
import { Icon } from '../../../../shared/icon.tsx';
import { plusIcon } from '../../../../shared/icons.ts';
import { TypeSwatch } from '../../../../seat-map/swatch.tsx';
import { useStudio } from '../studio.ts';
import { withCategory } from './categories-part.tsx';
import { Fold, sameOf } from './fields.tsx';

/** Gives the selection a category. */
export function PaintPart(): VNode {
  const studio = useStudio();
  const { desk, texts } = studio;
  const { categories, objects } = desk.plan.value;
  const chosen = desk.chosen.value;
  const areas = objects.flatMap((object) =>
    object.type === 'standing' && chosen.objects.has(object.id) ? [object] : [],
  );
  const seats = desk.chosenSeats.value;
  const sold: readonly { category?: string | undefined }[] = areas.length > 0 ? [...seats, ...areas] : seats;
  const now = sameOf(sold, ({ category }) => category ?? '');
  const paint = (category: string | null): void =>
    desk.act(paintChosen(desk.plan.value, desk.chosen.value, category), texts.did.painted);
  return (
    <Fold title={texts.category}>
      <div class="stack plan-paints">
        {categories.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            aria-label={texts.paint(name)}
            aria-pressed={now === id}
            onClick={() => paint(id)}
          >
            <TypeSwatch type={desk.hall.typeOf(id)} />
            <span>{name}</span>
          </button>
        ))}
        <button type="button" aria-pressed={now === ''} onClick={() => paint(null)}>
          <span class="plan-unpainted" />
          <span>{texts.noCategory}</span>
        </button>
      </div>
      <button
        type="button"
        class="plan-small"
        onClick={() => {
          const { plan, id } = withCategory(studio);
          desk.category.value = id;
          desk.act(paintChosen(plan, desk.chosen.value, id), texts.did.painted);
        }}
      >
        <Icon path={plusIcon} />
        {texts.newCategory}
      </button>
    </Fold>
  );
}
