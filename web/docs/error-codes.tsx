import type { VNode } from 'preact';
import type { ErrorCode, OpenApiDocument, Response } from '../../src/values/openapi-document.ts';
import { Breakable, Inline } from './prose.tsx';
import { readSchema } from './read-schema.ts';

/** The codes a response can carry: those it explains itself, then any its schema allows without a word. */
export function errorCodesOf(document: OpenApiDocument, response: Response): ErrorCode[] {
  const explained = response['x-error-codes'] ?? [];
  const [media] = Object.values(response.content ?? {});
  const envelope = readSchema(document, media?.schema ?? {}).schema;
  const field = readSchema(document, envelope.properties?.['error_code'] ?? {}).schema;
  const allowed = field.enum ?? (field.const === undefined ? [] : [field.const]);
  const silent = allowed.map(String).filter((code) => !explained.some((known) => known.code === code));
  return [...explained, ...silent.map((code) => ({ code, when: '' }))];
}

export function ErrorCodes({ codes }: { codes: readonly ErrorCode[] }): VNode {
  return (
    <table class="codes">
      <thead class="aloud">
        <tr>
          <th scope="col">error_code</th>
          <th scope="col">When</th>
        </tr>
      </thead>
      <tbody>
        {codes.map(({ code, when }) => (
          <tr key={code}>
            <th scope="row">
              <code>
                <Breakable name={code} />
              </code>
            </th>
            <td>
              <Inline text={when} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
