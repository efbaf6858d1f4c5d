import { readFile } from 'node:fs/promises';
import path from 'node:path';

const THEME = path.join(import.meta.dirname, '../../web/shared/theme.css');

/** A page's stylesheet with the theme before it, in one: a browser that has found the one need not ask for the other. */
export async function readStylesheet(file: string): Promise<string> {
  const sheets = await Promise.all([THEME, file].map((sheet) => readFile(sheet, 'utf8')));
  return sheets.join('\n');
}
