import type { ComponentChildren, VNode } from 'preact';
import { useDashboard } from '../dashboard.ts';
import { useAction } from './use-action.ts';
import { goByArrows, useRowKeys } from './row-keys.ts';
import type { MoreRows } from './use-more-rows.ts';

export type Column<Row> = {
  /** Names the column for the table, styles and tests. */
  name: string;
  /** The column's heading. */
  label: string;
  cell: (row: Row) => ComponentChildren;
  /** Figures, aligned right. */
  isFigure?: boolean;
  /** Names the row: read with each of its cells, and the head of its card on a narrow screen. */
  isRowHeader?: boolean;
};

/** Each row has a box to select it, and one box above selects all shown rows. */
export type RowChoice<Row> = {
  /** Names the box of a row, and the box of all. */
  labelOf: (row: Row) => string;
  labelOfAll: string;
  isChosen: (row: Row) => boolean;
  choose: (rows: readonly Row[], isChosen: boolean) => void;
};

/** Rows of one kind. On a narrow screen each becomes a card that shows the columns' names. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  keyOf,
  choice,
  actions,
  sums,
  more,
}: {
  /** The table's caption for screen readers: a heading shows it, too. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Actions for several rows at once. */
  choice?: RowChoice<Row> | null;
  /** The actions of a row: a menu, at its end. */
  actions?: (row: Row) => ComponentChildren;
  /** The sums below the rows. */
  sums?: readonly Row[];
  /** The next rows, by `useMoreRows`; null if these are all. */
  more?: MoreRows | null;
}): VNode {
  const { texts } = useDashboard();
  useRowKeys();
  return (
    <div class="data-table">
      {choice && (
        <div class="choose-all">
          <Box
            label={choice.labelOfAll}
            isLabelShown
            isChosen={rows.every(choice.isChosen)}
            onChange={(isChosen) => choice.choose(rows, isChosen)}
          />
        </div>
      )}
      {/* Styles make cards of it, which removes a table's roles in some browsers, so set them. */}
      <table role="table">
        <caption class="aloud">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {choice && (
              <th role="columnheader" scope="col" class="row-choice">
                <span class="aloud">{choice.labelOfAll}</span>
              </th>
            )}
            {columns.map(({ name, label, isFigure }) => (
              <th
                key={name}
                role="columnheader"
                scope="col"
                class={isFigure ? 'figure' : undefined}
                data-column={name}
              >
                {label}
              </th>
            ))}
            {actions && (
              <th role="columnheader" scope="col">
                <span class="aloud">{texts.parts.actions}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody role="rowgroup" onKeyDown={goByArrows}>
          {rows.map((row) => (
            <tr key={keyOf(row)} role="row">
              {choice && (
                <td role="cell" class="row-choice">
                  <Box
                    label={choice.labelOf(row)}
                    isChosen={choice.isChosen(row)}
                    onChange={(isChosen) => choice.choose([row], isChosen)}
                  />
                </td>
              )}
              {columns.map((column) => (
                <Cell key={column.name} column={column} row={row} />
              ))}
              {actions && (
                <td role="cell" class="row-actions">
                  {actions(row)}
                </td>
              )}
            </tr>
          ))}
        </tbody>
        {sums && <Sums columns={columns} sums={sums} keyOf={keyOf} hasActions={actions !== undefined} />}
      </table>
      {more && <ShowMore more={more} />}
    </div>
  );
}

function Sums<Row>({
  columns,
  sums,
  keyOf,
  hasActions,
}: {
  columns: readonly Column<Row>[];
  sums: readonly Row[];
  keyOf: (row: Row) => string;
  hasActions: boolean;
}): VNode {
  return (
    <tfoot role="rowgroup">
      {sums.map((row) => (
        <tr key={keyOf(row)} role="row">
          {columns.map((column) => (
            <Cell key={column.name} column={column} row={row} />
          ))}
          {hasActions && <td role="cell" />}
        </tr>
      ))}
    </tfoot>
  );
}

function Box({
  label,
  isLabelShown = false,
  isChosen,
  onChange,
}: {
  label: string;
  isLabelShown?: boolean;
  isChosen: boolean;
  onChange: (isChosen: boolean) => void;
}): VNode {
  return (
    <label class="choice">
      <input type="checkbox" checked={isChosen} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span class={isLabelShown ? undefined : 'aloud'}>{label}</span>
    </label>
  );
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }): VNode {
  const { name, label, cell, isFigure, isRowHeader } = column;
  const kind = isFigure ? 'figure' : undefined;
  if (isRowHeader) {
    return (
      <th role="rowheader" scope="row" class={kind} data-column={name}>
        {cell(row)}
      </th>
    );
  }
  return (
    <td role="cell" class={kind} data-column={name}>
      <span class="cell-label" aria-hidden="true">
        {label}
      </span>
      <span class="cell-value">{cell(row)}</span>
    </td>
  );
}

/** A link: it leads to the next rows in a new tab, and without a script. */
export function ShowMore({ more }: { more: MoreRows }): VNode {
  const { texts } = useDashboard();
  const action = useAction(more.load);
  return (
    <a
      class="second show-more"
      href={more.href}
      aria-busy={action.isBusy}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        action.run();
      }}
    >
      {action.isBusy ? texts.parts.working : texts.parts.showMore}
    </a>
  );
}
