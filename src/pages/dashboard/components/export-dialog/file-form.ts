import type { Separator } from '../../../../csv/write-csv.ts';

export type FileForm = { withBom: boolean; separator: Separator };

const KEPT_AS = 'tessera export';
const FIRST: FileForm = { withBom: true, separator: 'comma' };

/** How the last file was written: whoever exports opens it with the same program again. */
export function recallFileForm(): FileForm {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT_AS) ?? '{}') as Partial<FileForm>;
    return {
      withBom: typeof kept.withBom === 'boolean' ? kept.withBom : FIRST.withBom,
      separator: kept.separator === 'semicolon' ? 'semicolon' : FIRST.separator,
    };
  } catch {
    // Where a browser keeps nothing, it is asked for each time.
    return FIRST;
  }
}

export function keepFileForm(form: FileForm): void {
  try {
    localStorage.setItem(KEPT_AS, JSON.stringify(form));
  } catch {
    // The same.
  }
}
