import type { VNode } from 'preact';
import { MAX_HEADLINERS } from './bodies.ts';
import type { Part } from './details-form.tsx';
import { HeadlinerRow } from './headliner-row.tsx';
import { useHeadlinerTexts } from './headliners-texts.ts';
import { useHeadliners } from './use-headliners.ts';

/** The headliners in the buyers' order, and a button to add more. */
export function HeadlinerList({ form, data, uploadTo }: Part & { uploadTo: string }): VNode {
  const words = useHeadlinerTexts();
  const headliners = useHeadliners(form);
  const { rows, sorting } = headliners;
  return (
    <>
      <p id={`${form.id}-grip-hint`} hidden>
        {words.gripHint}
      </p>
      {rows.length > 0 && (
        <ol class="stack shrink gap-s" ref={sorting.list} data-sorting={sorting.draggedId !== null}>
          {rows.map(({ key, headliner }, index) => (
            <HeadlinerRow
              key={key}
              form={form}
              data={data}
              uploadTo={uploadTo}
              rowKey={key}
              headliner={headliner}
              index={index}
              headliners={headliners}
            />
          ))}
        </ol>
      )}
      <div class="row wrap gap-xs-m">
        <button
          type="button"
          id={`${form.id}-add-headliner`}
          class="second"
          aria-disabled={headliners.isFull}
          onClick={headliners.add}
        >
          {words.addHeadliner}
        </button>
        <p class="soft">{words.headlinerCount(rows.length, MAX_HEADLINERS)}</p>
      </div>
      <span class="aloud" role="status">
        {headliners.said}
      </span>
    </>
  );
}
