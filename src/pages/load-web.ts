import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildWeb, type WebBuild } from '../../web/build.ts';
import type { PageName, RenderPage } from '../../web/pages/contract.ts';

export type Web = {
  build: WebBuild;
  renderPage: RenderPage;
  /** The stylesheets of the pages that have theirs within them. */
  styles: ReadonlyMap<PageName, string>;
};

/** The pages of this version of the sources, ready to be rendered and served. */
export async function loadWeb(): Promise<Web> {
  const build = await buildWeb();
  const { renderPage } = (await import(pathToFileURL(build.serverFile).href)) as { renderPage: RenderPage };
  const styles = new Map<PageName, string>();
  for (const name of Object.keys(build.pages) as PageName[]) {
    const { style, isStyleInPage } = build.pages[name];
    if (isStyleInPage) styles.set(name, await readFile(path.join(build.assetsFolder, style), 'utf8'));
  }
  return { build, renderPage, styles };
}
