import type { ComponentChildren, VNode } from 'preact';
import { DataForScript, Document } from '../shared/document.tsx';
import { TesseraMark } from '../shared/tessera-mark.tsx';
import { Contents } from './contents.tsx';
import type { Docs } from './contract.ts';
import { groupOperations } from './group-operations.ts';
import { SearchDialog, SearchOpener } from './search/search-dialog.tsx';
import { indexDocs, SEARCH_INDEX } from './search/search-index.ts';

type LayoutProps = {
  docs: Docs;
  title: string;
  /** For those who find the page in a search engine. */
  about: string;
  /** The address of this page. */
  path: string;
  children: ComponentChildren;
};

/** The layout of the reference and the guides: the brand, the search, and the contents of all of them. */
export function DocsLayout({ docs, title, about, path, children }: LayoutProps): VNode {
  const { info } = docs.description;
  const contents = { docs, path, groups: groupOperations(docs.description) };
  return (
    <Document title={title} head={<meta name="description" content={about} />}>
      <a class="skip" href="#content">
        Skip to the text
      </a>
      <header class="side">
        <a class="brand" href={path === '/docs' ? '#introduction' : '/docs'}>
          <TesseraMark />
          <span class="wordmark">{info.title}</span> <span class="version">v{info.version}</span>
        </a>
        <SearchOpener />
        <nav class="wide" aria-label="Docs">
          <Contents {...contents} />
        </nav>
        <details class="narrow">
          <summary>Contents</summary>
          <nav aria-label="Docs">
            <Contents {...contents} />
          </nav>
        </details>
      </header>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <SearchDialog />
      <DataForScript id={SEARCH_INDEX} data={indexDocs(docs, path)} />
    </Document>
  );
}
