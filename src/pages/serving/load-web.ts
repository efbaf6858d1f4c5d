import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildWeb, type WebBuild } from '../build.ts';
import type { PageName, RenderPage } from '../contract.ts';

export type Web = {
  build: WebBuild;
  renderPage: RenderPage;
  /** The stylesheets of the pages that have theirs within them. */
  styles: ReadonlyMap<PageName, string>;
  /** The scripts within pages, each with the hash that its page's content policy lets it run by. */
  firstScripts: ReadonlyMap<PageName, { text: string; hash: string }>;
};

/** The pages of this version of the sources, ready to be rendered and served. */
export async function loadWeb(): Promise<Web> {
  const build = await buildWeb();
  const { renderPage } = (await import(pathToFileURL(build.serverFile).href)) as { renderPage: RenderPage };
  const styles = new Map<PageName, string>();
  const firstScripts = new Map<PageName, { text: string; hash: string }>();
  const read = (file: string): Promise<string> => readFile(path.join(build.assetsFolder, file), 'utf8');
  for (const name of Object.keys(build.pages) as PageName[]) {
    const { style, isStyleInPage, firstScript } = build.pages[name];
    if (isStyleInPage) styles.set(name, await read(style));
    if (firstScript !== null) firstScripts.set(name, withHash((await read(firstScript)).trim()));
  }
  return { build, renderPage, styles, firstScripts };
}

const withHash = (text: string): { text: string; hash: string } => ({
  text,
  hash: `sha256-${createHash('sha256').update(text).digest('base64')}`,
});
