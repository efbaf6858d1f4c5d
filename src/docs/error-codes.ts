import { html, type Html } from '../mail/html.ts';
import type { ErrorCode, OpenApiDocument, Response } from '../http/openapi-document.ts';
import { breakable, inline } from './prose.ts';
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

export function renderErrorCodes(codes: readonly ErrorCode[]): Html {
  return html`<table class="codes">
    <thead class="unseen">
      <tr>
        <th scope="col">error_code</th>
        <th scope="col">When</th>
      </tr>
    </thead>
    <tbody>
      ${codes.map(
        ({ code, when }) =>
          html`<tr>
            <th scope="row"><code>${breakable(code)}</code></th>
            <td>${inline(when)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}
