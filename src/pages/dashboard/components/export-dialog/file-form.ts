import type { Separator } from '../../../../csv/write-csv.ts';

export type FileForm = { withBom: boolean; separator: Separator };

const KEPT_AS = 'tessera export';
const FIRST: FileForm = { withBom: true, separator: 'comma' };

/** The format of the last file, since people open the next one with the same program. */
export function recallFileForm(): FileForm {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT_AS) ?? '{}') as Partial<FileForm>;
    return {
      withBom: typeof kept.withBom === 'boolean' ? kept.withBom : FIRST.withBom,
      separator: kept.separator === 'semicolon' ? 'semicolon' : FIRST.separator,
    };
  } catch {
    // A browser without storage asks each time.
    return FIRST;
  }
}

export function keepFileForm(form: FileForm): void {
  try {
    localStorage.setItem(KEPT_AS, JSON.stringify(form));
  } catch {
    // A browser without storage keeps nothing.
  }
}
