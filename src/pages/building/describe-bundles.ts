import type { Metafile } from 'esbuild';
import path from 'node:path';
import { LANGUAGES, type Language } from '../../values/language.ts';
import type { PageName } from '../contract.ts';
import { EMBED_SCRIPT, PAGES, type PageSources } from './page-sources.ts';

export type PageScripts = {
  entry: string;
  /** The page can't start without these. */
  preloads: string[];
  /** The page may load these later. */
  later: string[];
  /** The same by the name of the source file that it asks for, with what that one needs besides. */
  chunks: Record<string, string[]>;
};

/** The files that a page loads, by their names among the assets. */
export type PageFiles = {
  style: string;
  /** Comes within the page, so that the first paint waits for nothing else. */
  isStyleInPage: boolean;
  /** The script that comes within the page, and runs before it is drawn. */
  firstScript: string | null;
  /** By the page's language; null for a page without one. */
  scripts: Record<Language, PageScripts> | null;
  /** The page that people open next. */
  leadsTo: PageName | null;
};

/** The names of the bundles, which a build keeps beside them. */
export type Manifest = {
  assets: string[];
  pages: Record<PageName, PageFiles>;
  /** The script of the embed's button, among the assets. Other sites load it by a name that stays. */
  embedScript: string;
};

/** A style or a script, of one language or of none. */
export type Entry = { entry: string; language: Language | null };
export type Bundle = Entry & { outputs: Metafile['outputs'] };

export function describeBundles(bundles: Bundle[]): Manifest {
  const outputs = Object.assign({}, ...bundles.map((bundle) => bundle.outputs)) as Metafile['outputs'];
  const outputOf = (entry: string, language: Language | null = null): string => {
    const ofEntry = bundles.filter((one) => one.entry === entry);
    // In languages that the dashboard isn't translated into it is English.
    const bundle =
      ofEntry.find((one) => one.language === language) ?? ofEntry.find((one) => one.language === 'en');
    const found = Object.entries(bundle?.outputs ?? {}).find(([, output]) => output.entryPoint === entry);
    if (!found) throw new Error(`the bundle of ${entry} is missing`);
    return found[0];
  };
  const scriptsOf = (entry: string): PageScripts => {
    const [atOnce, later] = [new Set([entry]), new Set<string>()];
    // A set that grows while it is gone through: what was found is looked into as well.
    for (const file of atOnce) {
      for (const { path: imported, kind } of outputs[file]?.imports ?? []) {
        (kind === 'import-statement' ? atOnce : later).add(imported);
      }
    }
    for (const file of later) {
      for (const { path: imported } of outputs[file]?.imports ?? []) later.add(imported);
    }
    const chunks = [...later].flatMap((file): [string, string[]][] => {
      const source = outputs[file]?.entryPoint;
      const needs = outputs[file]?.imports.filter(({ kind }) => kind === 'import-statement') ?? [];
      const files = [file, ...needs.map((needed) => needed.path)].filter((name) => !atOnce.has(name));
      return source === undefined
        ? []
        : [[path.parse(source).name, files.map((name) => path.basename(name))]];
    });
    const [first = '', ...preloads] = [...atOnce].map((file) => path.basename(file));
    return {
      entry: first,
      preloads,
      later: [...later.difference(atOnce)].map((file) => path.basename(file)),
      chunks: Object.fromEntries(chunks),
    };
  };
  const filesOf = ({
    style,
    isStyleInPage = false,
    firstScript,
    script,
    leadsTo,
    ...page
  }: PageSources): PageFiles => ({
    style: path.basename(outputOf(style)),
    isStyleInPage,
    firstScript: firstScript === undefined ? null : path.basename(outputOf(firstScript)),
    scripts: script === undefined ? null : byLanguage(script, page.isTranslated ?? false),
    leadsTo: leadsTo ?? null,
  });
  const byLanguage = (script: string, isTranslated: boolean): Record<Language, PageScripts> =>
    Object.fromEntries(
      LANGUAGES.map((language) => [language, scriptsOf(outputOf(script, isTranslated ? language : null))]),
    ) as Record<Language, PageScripts>;
  return {
    assets: Object.keys(outputs).map((file) => path.basename(file)),
    embedScript: path.basename(outputOf(EMBED_SCRIPT)),
    pages: Object.fromEntries(
      Object.entries(PAGES).map(([name, sources]) => [name, filesOf(sources)]),
    ) as Manifest['pages'],
  };
}
