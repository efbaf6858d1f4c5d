import type { VNode } from 'preact';
import type { ErrorCode, OpenApiDocument, Response } from '../../values/openapi-document.ts';
import { Breakable, Inline } from './prose.tsx';
import { readSchema } from './read-schema.ts';

/** The section that explains a code for all operations. */
export const errorAnchor = (code: string): string => `error-${code.replaceAll(/[^\w-]/g, '')}`;

/** The codes a response can carry: those it explains itself; where it explains none, those that its schema allows. */
export function errorCodesOf(document: OpenApiDocument, response: Response): ErrorCode[] {
  const explained = response['x-error-codes'] ?? [];
  if (explained.length > 0) return [...explained];
  const [media] = Object.values(response.content ?? {});
  const envelope = readSchema(document, media?.schema ?? {}).schema;
  const field = readSchema(document, envelope.properties?.['error_code'] ?? {}).schema;
  const allowed = field.enum ?? (field.const === undefined ? [] : [field.const]);
  return allowed.map((code) => ({ code: String(code), when: '' }));
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
              <a href={`#${errorAnchor(code)}`}>
                <code>
                  <Breakable name={code} />
                </code>
              </a>
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
