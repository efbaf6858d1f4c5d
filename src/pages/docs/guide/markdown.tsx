import type { Token, Tokens } from 'marked';
import type { ComponentChildren, VNode } from 'preact';
import type { Guide } from '../contract.ts';
import { CodePanel } from '../code.tsx';
import { Breakable } from '../prose.tsx';
import { ColouredCode } from '../samples/coloured-code.tsx';
import { readHref } from './read-href.ts';
import { anchorOf } from './sections.ts';

type Props = { tokens: readonly Token[]; guide: Guide; guides: readonly Guide[] };

/**
 * Markdown of our own pages, as the lexer of `marked` has read it. Each kind is drawn here, one by one; a kind that no guide
 * had so far, HTML among them, is shown as the text that it is.
 */
export function Markdown({ tokens, ...around }: Props): VNode {
  return <>{tokens.map((token) => renderBlock(token as Tokens.Generic, around))}</>;
}

type Around = Omit<Props, 'tokens'>;

function renderBlock(token: Tokens.Generic, around: Around): ComponentChildren {
  const inside = <Markdown tokens={token.tokens ?? []} {...around} />;
  switch (token.type) {
    case 'space':
      return null;
    case 'paragraph':
      return <p>{inside}</p>;
    case 'heading':
      return <Subheading token={token as Tokens.Heading} {...around} />;
    case 'code':
      return <CodeBlock token={token as Tokens.Code} />;
    case 'blockquote':
      return <aside class="note">{inside}</aside>;
    case 'list':
      return <List token={token as Tokens.List} {...around} />;
    case 'table':
      return <Table token={token as Tokens.Table} {...around} />;
    default:
      return renderInline(token, around);
  }
}

function renderInline(token: Tokens.Generic, around: Around): ComponentChildren {
  const inside = <Markdown tokens={token.tokens ?? []} {...around} />;
  switch (token.type) {
    case 'strong':
      return <strong>{inside}</strong>;
    case 'em':
      return <em>{inside}</em>;
    case 'codespan':
      return (
        <code>
          <Breakable name={String(token['text'])} />
        </code>
      );
    case 'link':
      return <Link token={token as Tokens.Link} {...around} />;
    case 'br':
      return <br />;
    default:
      // The text of a list's item has tokens of its own.
      return token.tokens ? inside : String(token['text'] ?? token.raw);
  }
}

/** Below the headings that the page's sections have. */
function Subheading({ token, ...around }: Around & { token: Tokens.Heading }): VNode {
  return (
    <h3 id={anchorOf(token.text)}>
      <Markdown tokens={token.tokens} {...around} />
    </h3>
  );
}

const LANGUAGES: Readonly<Record<string, string>> = {
  sh: 'Shell',
  js: 'JavaScript',
  ts: 'TypeScript',
  html: 'HTML',
  css: 'CSS',
};

function CodeBlock({ token }: { token: Tokens.Code }): VNode {
  const language = token.lang ?? '';
  const name = LANGUAGES[language] ?? 'Text';
  return (
    <div class="block">
      <p class="caption">{name}</p>
      <CodePanel label={name}>
        <ColouredCode text={token.text} language={language} />
      </CodePanel>
    </div>
  );
}

function List({ token, ...around }: Around & { token: Tokens.List }): VNode {
  const items = token.items.map((item) => (
    <li>
      <Markdown tokens={item.tokens} {...around} />
    </li>
  ));
  return token.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
}

/** It scrolls by itself where a phone is too narrow for it, by keyboard too. */
function Table({ token, ...around }: Around & { token: Tokens.Table }): VNode {
  const cell = ({ tokens }: Tokens.TableCell): VNode => <Markdown tokens={tokens} {...around} />;
  const hasHead = token.header.some(({ text }) => text !== '');
  return (
    <div class="table" tabIndex={0} role="group" aria-label="Table">
      <table>
        {hasHead && (
          <thead>
            <tr>
              {token.header.map((head) => (head.text === '' ? <td /> : <th scope="col">{cell(head)}</th>))}
            </tr>
          </thead>
        )}
        <tbody>
          {token.rows.map(([first, ...others]) => (
            <tr>
              {first && <th scope="row">{cell(first)}</th>}
              {others.map((other) => (
                <td>{cell(other)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Link({ token, guide, guides }: Around & { token: Tokens.Link }): VNode {
  const inside = <Markdown tokens={token.tokens} guide={guide} guides={guides} />;
  const { href, file } = readHref(token.href, { guide, guides });
  if (href !== null) return <a href={href}>{inside}</a>;
  // A file of the repository has no address here: its name says where it is.
  return (
    <>
      {inside}
      {!token.text.includes(file) && (
        <>
          {' '}
          (<code>{file}</code>)
        </>
      )}
    </>
  );
}
