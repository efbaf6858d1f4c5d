import type { VNode } from 'preact';
import type { CellProblem, CsvPreview } from '../../../../csv/preview-csv.ts';
import { lineErrors } from './sum-up-check.ts';
import { useCsvTexts } from './texts.ts';

/** The lines of a list, each with its errors. */
export function PreviewTable({
  preview,
  say,
}: {
  preview: CsvPreview;
  say: (problem: CellProblem) => string;
}): VNode {
  const texts = useCsvTexts();
  const wrong = Map.groupBy(preview.problems, ({ line }) => line);
  const doubtful = Map.groupBy(preview.warnings, ({ line }) => line);
  const written = Map.groupBy(lineErrors(preview.listProblems), ({ line }) => line);
  return (
    // It scrolls on its own: a list may be wider than a phone.
    <div class="csv-lines" role="region" aria-label={texts.table} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.line}</th>
            <th scope="col">{texts.wrong}</th>
            {preview.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.lines.map(({ line, cells }) => {
            const errors = [
              ...(written.get(line) ?? []).map(texts.list),
              ...(wrong.get(line) ?? []).map(say),
            ];
            const remarks = [...errors, ...(doubtful.get(line) ?? []).map(say)];
            return (
              <tr key={line} class={errors.length > 0 ? 'wrong' : undefined}>
                <th scope="row">{line}</th>
                <td class={errors.length > 0 ? 'csv-wrong' : 'soft'}>
                  {remarks.length > 0 ? remarks.join(' ') : texts.good}
                </td>
                {cells.map((cell, at) => (
                  <td key={preview.columns[at]} dir="auto">
                    {cell}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
