import type { VNode } from 'preact';
import { resolve, type OpenApiDocument, type Response } from '../../values/openapi-document.ts';
import { Inline } from './prose.tsx';

type Props = { document: OpenApiDocument; headers: NonNullable<Response['headers']> };

export function HeaderList({ document, headers }: Props): VNode | null {
  const entries = Object.entries(headers);
  if (entries.length === 0) return null;
  return (
    <dl class="headers" aria-label="Response headers">
      {entries.map(([name, listed]) => (
        <div key={name}>
          <dt>
            <code>{name}</code> <span class="place">header</span>
          </dt>
          <dd>
            <Inline text={resolve(document, 'headers', listed).description ?? ''} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
