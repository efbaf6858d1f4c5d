import type { VNode } from 'preact';
import { removeCategory } from '../../../../../seating-plans/edit-chosen.ts';
import { LONGEST, MAX_CATEGORIES, MAX_COLOR } from '../../../../../seating-plans/limits.ts';
import type { Category, SeatingPlan } from '../../../../../seating-plans/plan-schema.ts';
import { Icon } from '../../../../shared/icon.tsx';
import { crossIcon, plusIcon } from '../../../../shared/icons.ts';
import { useStudio, type Studio } from '../studio.ts';
import { Fold, LineField } from './fields.tsx';

const COLORS = Array.from({ length: MAX_COLOR }, (_, nth) => nth + 1);

const changeCategory = ({ desk, texts }: Studio, id: string, change: Partial<Category>): void =>
  desk.act(
    {
      ...desk.plan.value,
      categories: desk.plan.value.categories.map((category) =>
        category.id === id ? { ...category, ...change } : category,
      ),
    },
    texts.did.changed,
  );

/** Adds a category to the plan, in an unused colour if there is one. */
export function withCategory({ desk, texts }: Studio): { plan: SeatingPlan; id: string } {
  const plan = desk.plan.value;
  const { categories } = plan;
  const names = new Set(categories.map(({ name }) => name));
  let nth = categories.length + 1;
  while (names.has(texts.categoryNth(nth))) nth += 1;
  const used = new Set(categories.map(({ color }) => color));
  const color = COLORS.find((one) => !used.has(one)) ?? (categories.length % MAX_COLOR) + 1;
  const id = desk.newId();
  return {
    id,
    plan: { ...plan, categories: [...categories, { id, name: texts.categoryNth(nth), color }] },
  };
}

function addCategory(studio: Studio): void {
  const { desk, texts } = studio;
  if (desk.plan.value.categories.length >= MAX_CATEGORIES) return;
  const { plan, id } = withCategory(studio);
  desk.act(plan, texts.did.changed);
  desk.category.value = id;
}

/** The categories of seats: add, rename, recolour, remove. */
export function CategoriesPart(): VNode {
  const studio = useStudio();
  const { desk, texts } = studio;
  const { categories } = desk.plan.value;
  return (
    <Fold title={texts.categories}>
      <p class="soft">{texts.categoriesHint}</p>
      <ul class="stack gap-2xs plan-named">
        {categories.map(({ id, name, color }) => (
          <li key={id}>
            <select
              class={`plan-color seat-color-${color - 1}`}
              aria-label={texts.categoryColor(name)}
              value={color}
              onChange={(event) => changeCategory(studio, id, { color: Number(event.currentTarget.value) })}
            >
              {COLORS.map((one) => (
                <option key={one} value={one} selected={one === color}>
                  {texts.colors[one]}
                </option>
              ))}
            </select>
            <LineField
              label={texts.categoryName(name)}
              isLabelHidden
              value={name}
              maxLength={LONGEST.category}
              onChange={(next) => changeCategory(studio, id, { name: next.trim() })}
            />
            <button
              type="button"
              class="icon-only"
              aria-label={texts.removeCategory(name)}
              onClick={() => desk.act(removeCategory(desk.plan.value, id), texts.did.removed)}
            >
              <Icon path={crossIcon} />
            </button>
          </li>
        ))}
      </ul>
      <button type="button" class="plan-small" onClick={() => addCategory(studio)}>
        <Icon path={plusIcon} />
        {texts.addCategory}
      </button>
    </Fold>
  );
}
