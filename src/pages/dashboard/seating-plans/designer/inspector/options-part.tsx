import type { VNode } from 'preact';
import { useStudio } from '../studio.ts';
import { isOutlined, type DrawingTool } from '../tools.ts';
import { ChoiceField, Fold, NumberField } from './fields.tsx';

const SEATED: ReadonlySet<DrawingTool> = new Set(['row', 'block', 'seat', 'roundTable', 'longTable']);

/** The options of the tool. */
export function OptionsPart({ tool }: { tool: DrawingTool }): VNode {
  const { desk, texts, panel } = useStudio();
  const options = desk.options.value;
  const set = (change: Partial<typeof options>): void => {
    desk.options.value = { ...options, ...change };
  };
  const { sections, categories } = desk.plan.value;
  const isSold = SEATED.has(tool) || tool === 'standing';
  return (
    <Fold title={texts.optionsOf(texts.tools[tool])}>
      <div class="plan-grid">
        {(tool === 'row' || tool === 'block') && (
          <NumberField
            label={texts.spacing}
            value={options.spacing}
            step={0.05}
            min={0.5}
            max={10}
            onChange={(spacing) => set({ spacing })}
          />
        )}
        {tool === 'block' && (
          <NumberField
            label={texts.between}
            value={options.between}
            step={0.05}
            min={0.5}
            max={10}
            onChange={(between) => set({ between })}
          />
        )}
        {(tool === 'roundTable' || tool === 'longTable') && (
          <NumberField
            label={texts.chairs}
            value={options.chairs}
            min={1}
            max={100}
            onChange={(chairs) => set({ chairs: Math.round(chairs) })}
          />
        )}
        {tool === 'standing' && (
          <NumberField
            label={texts.capacity}
            value={options.capacity}
            min={0}
            max={1_000_000}
            onChange={(capacity) => set({ capacity: Math.round(capacity) })}
          />
        )}
      </div>
      {SEATED.has(tool) && sections.length > 0 && (
        <ChoiceField
          label={texts.section}
          value={desk.section.value}
          choices={sections.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(value) => (desk.section.value = value)}
        />
      )}
      {isSold && (
        <ChoiceField
          label={texts.category}
          value={desk.category.value ?? ''}
          empty={texts.noCategory}
          choices={categories.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(value) => (desk.category.value = value || null)}
        />
      )}
      {tool === 'outline' && <p class="soft">{texts.outlineHint}</p>}
      {isOutlined(tool) && <p class="soft">{texts.cornersHint}</p>}
      <button type="button" class="plan-small" onClick={() => (panel.value = { name: 'add', tool })}>
        {texts.byNumbers}
      </button>
    </Fold>
  );
}
