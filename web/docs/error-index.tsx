import type { VNode } from 'preact';
import { resolve, type ErrorCode, type OpenApiDocument } from '../../src/values/openapi-document.ts';
import { errorCodesOf } from './error-codes.tsx';
import type { OperationGroup } from './group-operations.ts';
import { Breakable, Inline } from './prose.tsx';
import { StatusMark } from './responses.tsx';

/** Clients branch on `error_code`, so every code can be looked up in one place. */
export function ErrorIndex(props: { document: OpenApiDocument; groups: readonly OperationGroup[] }): VNode {
  return (
    <section class="group" id="errors" aria-labelledby="errors-title" data-section="">
      <div class="group-head">
        <h2 id="errors-title">Error codes</h2>
        <div class="prose">
          <p>
            Every code this API answers with. Branch on <code>error_code</code>: it stays the same when the
            wording of <code>message</code> changes.
          </p>
        </div>
      </div>
      <table class="codes index">
        <thead>
          <tr>
            <th scope="col">Status</th>
            <th scope="col">error_code</th>
            <th scope="col">When</th>
          </tr>
        </thead>
        <tbody>
          {listErrorCodes(props.document, props.groups).map(({ status, code, when }) => (
            <tr key={`${status} ${code}`}>
              <td>
                <StatusMark status={status} />
              </td>
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
    </section>
  );
}

interface IndexedCode extends ErrorCode {
  readonly status: string;
}

/** The first operation to explain a code speaks for all that answer with it. */
function listErrorCodes(document: OpenApiDocument, groups: readonly OperationGroup[]): IndexedCode[] {
  const found = new Map<string, IndexedCode>();
  const responses = groups
    .flatMap((group) => group.entries)
    .flatMap(({ operation }) => Object.entries(operation.responses));
  for (const [status, listed] of responses) {
    for (const error of errorCodesOf(document, resolve(document, 'responses', listed))) {
      const key = `${status} ${error.code}`;
      if (!found.get(key)?.when) found.set(key, { status, ...error });
    }
  }
  return [...found.values()].sort((a, b) => a.status.localeCompare(b.status) || a.code.localeCompare(b.code));
}
