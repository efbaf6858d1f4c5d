import { createContext, type ComponentChildren, type VNode } from 'preact';
import { useContext } from 'preact/hooks';
import { LANGUAGE_FACTS, type Language } from '../../values/language.ts';
import type { Theme } from '../../rules/theme.ts';
import type { Shell } from '../contract.ts';

/** Set by the server around every page that it renders. */
export const ShellContext = createContext<Shell | null>(null);

/** The shell of every page: what a browser must know before it reads the first word, and nothing that a page may forget. */
export function Document(props: {
  title: string;
  language?: Language;
  /** Null: as the reader's device likes it. */
  theme?: Theme | null;
  /** Rules that only this answer has: see `hasOwnStyle` of the answer, where the page's style is a file. */
  ownStyle?: string;
  head?: ComponentChildren;
  /** The first request of the page's script: it is on its way before the script is. */
  asked?: string | undefined;
  children: ComponentChildren;
}): VNode {
  const shell = useContext(ShellContext);
  if (!shell) throw new Error('a document is rendered by renderPage');
  const { title, language = 'en', theme = null, ownStyle = '' } = props;
  const { style, assetsPath } = shell;
  const scripts = shell.scripts?.[language];
  return (
    <html lang={language} dir={LANGUAGE_FACTS[language].dir} data-theme={theme ?? 'auto'}>
      <head>
        <meta charset="utf-8" />
        <title>{title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={theme ?? 'light dark'} />
        {shell.isSecret && <meta name="robots" content="noindex" />}
        {'text' in style ? (
          <style nonce={style.nonce} dangerouslySetInnerHTML={{ __html: style.text + ownStyle }} />
        ) : (
          <link rel="stylesheet" href={`${assetsPath}/${style.file}`} />
        )}
        {'file' in style && ownStyle !== '' && (
          <style nonce={style.nonce} dangerouslySetInnerHTML={{ __html: ownStyle }} />
        )}
        {shell.firstScript !== undefined && (
          <script dangerouslySetInnerHTML={{ __html: shell.firstScript }} />
        )}
        {props.asked !== undefined && (
          <link rel="preload" as="fetch" crossorigin="anonymous" href={props.asked} />
        )}
        {scripts?.preloads.map((name) => (
          <link key={name} rel="modulepreload" href={`${assetsPath}/${name}`} />
        ))}
        {scripts && <script type="module" src={`${assetsPath}/${scripts.entry}`} />}
        {props.head}
        {filesOf(shell.next, language).map((name) => (
          <link key={name} rel="prefetch" href={`${assetsPath}/${name}`} />
        ))}
      </head>
      <body>{props.children}</body>
    </html>
  );
}

const filesOf = (page: Shell['next'], language: Language): string[] => {
  const scripts = page?.scripts?.[language];
  return page ? [page.style, ...(scripts ? [...scripts.preloads, scripts.entry] : [])] : [];
};

/** Data for the page's script. */
export function DataForScript({ id, data }: { id: string; data: unknown }): VNode {
  return <script type="application/json" id={id} dangerouslySetInnerHTML={{ __html: inScript(data) }} />;
}

/** The page's subject, for machines that read pages: schema.org as JSON-LD. It is data; nothing runs it. */
export function StructuredData({ data }: { data: object }): VNode {
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: inScript(data) }} />;
}

// Inside a script element nothing is unescaped, so the text must not have anything that ends it, or begins a comment.
const inScript = (data: unknown): string => JSON.stringify(data).replaceAll('<', '\\u003c');
