import type { VNode } from 'preact';
import { removeSection } from '../../../../../seating-plans/edit-chosen.ts';
import { LONGEST } from '../../../../../seating-plans/limits.ts';
import { prefixBySection } from '../../../../../seating-plans/number-plan.ts';
import type { SeatingPlan } from '../../../../../seating-plans/plan-schema.ts';
import { Icon } from '../../../../shared/icon.tsx';
import { crossIcon, plusIcon } from '../../../../shared/icons.ts';
import { useStudio, type Studio } from '../studio.ts';
import { Fold, LineField } from './fields.tsx';

/** A name that no section has yet. */
export function nextSectionName({ sections }: SeatingPlan, nameOf: (number: number) => string): string {
  const names = new Set(sections.map(({ name }) => name));
  let nth = sections.length + 1;
  while (names.has(nameOf(nth))) nth += 1;
  return nameOf(nth);
}

export function addSection({ desk, texts }: Studio): void {
  const id = desk.newId();
  const name = nextSectionName(desk.plan.value, texts.sectionNth);
  desk.act({ ...desk.plan.value, sections: [...desk.plan.value.sections, { id, name }] }, texts.did.changed);
  desk.section.value = id;
}

// A list may have a section for every seat: the table has them all.
const MAX_SHOWN = 50;

/** The sections of the hall. A button selects the rows of each; its rows can get a prefix. */
export function SectionsPart(): VNode {
  const studio = useStudio();
  const { desk, texts } = studio;
  const plan = desk.plan.value;
  const idsOf = (section: string): Set<string> =>
    new Set(
      plan.objects.flatMap((object) =>
        'section' in object && object.section === section ? [object.id] : [],
      ),
    );
  return (
    <Fold title={texts.sections}>
      <ul class="stack gap-2xs plan-named">
        {plan.sections.slice(0, MAX_SHOWN).map(({ id, name }) => (
          <li key={id}>
            <button
              type="button"
              class="plan-small"
              aria-label={texts.selectRows({ count: idsOf(id).size, name })}
              aria-pressed={desk.section.value === id}
              onClick={() => {
                desk.section.value = id;
                desk.choose({ objects: idsOf(id), seats: new Set() });
              }}
            >
              {idsOf(id).size}
            </button>
            <LineField
              label={texts.sectionName(name)}
              isLabelHidden
              value={name}
              maxLength={LONGEST.section}
              onChange={(next) =>
                desk.act(
                  {
                    ...plan,
                    sections: plan.sections.map((one) =>
                      one.id === id ? { ...one, name: next.trim() } : one,
                    ),
                  },
                  texts.did.renamed,
                )
              }
            />
            <SectionPrefix id={id} name={name} />
            <button
              type="button"
              class="icon-only"
              aria-label={texts.removeSection(name)}
              aria-disabled={plan.sections.length < 2}
              onClick={() => {
                const other = plan.sections.find((one) => one.id !== id);
                if (other) desk.act(removeSection(plan, id, other.id), texts.did.removed);
              }}
            >
              <Icon path={crossIcon} />
            </button>
          </li>
        ))}
      </ul>
      <button type="button" class="plan-small" onClick={() => addSection(studio)}>
        <Icon path={plusIcon} />
        {texts.addSection}
      </button>
    </Fold>
  );
}

/** Put before the rows' labels, once. */
function SectionPrefix({ id, name }: { id: string; name: string }): VNode {
  const { desk, texts } = useStudio();
  return (
    <input
      class="plan-prefix"
      type="text"
      aria-label={texts.sectionPrefix(name)}
      placeholder={texts.prefix}
      maxLength={5}
      value=""
      onChange={(event) => {
        const prefix = event.currentTarget.value;
        event.currentTarget.value = '';
        if (prefix !== '')
          desk.act(prefixBySection(desk.plan.value, new Map([[id, prefix]])), texts.did.renamed);
      }}
    />
  );
}
