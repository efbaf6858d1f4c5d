import type { ComponentChildren, VNode } from 'preact';
import { useDashboard } from '../dashboard.ts';
import { useAction } from './use-action.ts';
import type { MoreRows } from './use-more-rows.ts';

export type Column<Row> = {
  /** Names the column to the table, to styles and to tests. */
  name: string;
  /** What stands above it. */
  label: string;
  cell: (row: Row) => ComponentChildren;
  /** Figures are set under each other, at the right. */
  isFigure?: boolean;
  /** What names the row: read with every cell of it, and the head of its card on a narrow screen. */
  isRowHeader?: boolean;
};

/** Rows are chosen by a box in front of each, and all that are shown by one above them. */
export type RowChoice<Row> = {
  /** Names the box of a row, and that of all. */
  labelOf: (row: Row) => string;
  labelOfAll: string;
  isChosen: (row: Row) => boolean;
  choose: (rows: readonly Row[], isChosen: boolean) => void;
};

/** Rows of one kind. On a narrow screen each becomes a card with the columns' names in it. */
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
  /** What the table is a list of. Read aloud, and not seen: a heading says it too. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Where something can be done with several rows at once. */
  choice?: RowChoice<Row> | null;
  /** What can be done with a row: a menu, at its end. */
  actions?: (row: Row) => ComponentChildren;
  /** What the rows come to, at their end. */
  sums?: readonly Row[];
  /** The rows that come next, by `useMoreRows`; null where these are all. */
  more?: MoreRows | null;
}): VNode {
  const { texts } = useDashboard();
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
      {/* Styles make cards of it, which takes a table's roles from it in some browsers. So they are said. */}
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
        <tbody role="rowgroup" onKeyDown={goToNextRow}>
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
        {sums && (
          <tfoot role="rowgroup">
            {sums.map((row) => (
              <tr key={keyOf(row)} role="row">
                {columns.map((column) => (
                  <Cell key={column.name} column={column} row={row} />
                ))}
                {actions && <td role="cell" />}
              </tr>
            ))}
          </tfoot>
        )}
      </table>
      {more && <ShowMore more={more} />}
    </div>
  );
}

const WAYS: Record<string, 1 | -1> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

/** From the link that names a row, arrows, `j` and `k` go to that of the next one. */
function goToNextRow(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const way = WAYS[event.key];
  if (way === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('th a')];
  const at = links.findIndex((link) => link === event.target);
  if (at < 0) return;
  event.preventDefault();
  links[at + way]?.focus();
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

/** A link: in a new tab, and without a script, it leads to the next rows. */
function ShowMore({ more }: { more: MoreRows }): VNode {
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
