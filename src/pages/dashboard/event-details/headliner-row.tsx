import type { VNode } from 'preact';
import { Field } from '../../shared/field.tsx';
import { Icon } from '../../shared/icon.tsx';
import { crossIcon, downIcon, gripIcon, upIcon } from '../../shared/icons.ts';
import { useDashboard } from '../dashboard.ts';
import { gripId } from '../components/use-sorting.ts';
import type { Part } from './details-form.tsx';
import { HeadlinerPicture } from './headliner-picture.tsx';
import { useHeadlinerTexts } from './headliners-texts.ts';
import type { Headliner, Headliners } from './use-headliners.ts';

export type RowProps = {
  form: Part['form'];
  data: Part['data'];
  /** The address for uploads. */
  uploadTo: string;
  rowKey: string;
  headliner: Headliner;
  /** Its position, from 0. */
  index: number;
  headliners: Headliners;
};

export function HeadlinerRow(props: RowProps): VNode {
  const { rowKey, headliner, index } = props;
  const { sorting } = props.headliners;
  const words = useHeadlinerTexts();
  const count = sorting.order.length;
  const name = headliner.name.trim() || words.aHeadliner;
  return (
    <li class="framed headliner" data-sorted={rowKey} data-dragged={sorting.draggedId === rowKey}>
      {count > 1 && (
        <button
          type="button"
          id={gripId(rowKey)}
          class="icon-only grip"
          aria-label={words.grip({ name, nr: index + 1, of: count })}
          title={words.gripHint}
          aria-describedby={`${props.form.id}-grip-hint`}
          onPointerDown={(down) => sorting.onGripDown(rowKey, down)}
          onKeyDown={(press) => sorting.onGripKey(rowKey, press)}
        >
          <Icon path={gripIcon} />
        </button>
      )}
      <div class="headliner-about">
        <HeadlinerPicture {...props} name={name} />
        <div class="side-by-side">
          <Word {...props} field="name" limit={200} />
          <Word {...props} field="role" limit={100} />
        </div>
      </div>
      <Actions {...props} name={name} />
    </li>
  );
}

function Word({
  form,
  rowKey,
  headliner,
  index,
  headliners,
  field,
  limit,
}: RowProps & { field: 'name' | 'role'; limit: number }): VNode {
  const { parts } = useDashboard().texts;
  const words = useHeadlinerTexts();
  const path = `headliners[${index}].${field}`;
  form.labels.set(path, words.fieldsOf[field](index + 1));
  return (
    <Field
      id={`${form.id}-${rowKey}-${field}`}
      label={
        <>
          <span class="aloud">{words.fieldsOf[field](index + 1)}</span>
          <span aria-hidden>{words.headliner[field]}</span>
          {field === 'role' && <span class="soft"> ({parts.optional})</span>}
        </>
      }
      error={form.errors.value[path]}
      input={(described) => (
        <input
          {...described}
          type="text"
          maxLength={limit}
          autocomplete="off"
          spellcheck={false}
          dir="auto"
          value={headliner[field]}
          placeholder={field === 'role' ? words.roleSample : undefined}
          onInput={(event) => headliners.change(headliner, { [field]: event.currentTarget.value })}
        />
      )}
    />
  );
}

function Actions({ form, rowKey, headliner, index, headliners, name }: RowProps & { name: string }): VNode {
  const words = useHeadlinerTexts();
  const last = headliners.rows.length - 1;
  const id = `${form.id}-${rowKey}`;
  return (
    <div class="headliner-actions">
      {last > 0 && (
        <>
          <button
            type="button"
            id={`${id}-up`}
            class="icon-only"
            aria-label={words.moveUp(name)}
            title={words.up}
            aria-disabled={index === 0}
            onClick={() => headliners.move(headliner, -1)}
          >
            <Icon path={upIcon} />
          </button>
          <button
            type="button"
            id={`${id}-down`}
            class="icon-only"
            aria-label={words.moveDown(name)}
            title={words.down}
            aria-disabled={index === last}
            onClick={() => headliners.move(headliner, 1)}
          >
            <Icon path={downIcon} />
          </button>
        </>
      )}
      <button
        type="button"
        id={`${id}-remove`}
        class="icon-only"
        aria-label={words.remove(name)}
        title={words.removeTitle}
        onClick={() => headliners.remove(headliner)}
      >
        <Icon path={crossIcon} />
      </button>
    </div>
  );
}
