import type { VNode } from 'preact';
import { resolve, type ErrorCode, type OpenApiDocument } from '../../values/openapi-document.ts';
import { errorAnchor, errorCodesOf } from './error-codes.tsx';
import type { OperationGroup } from './group-operations.ts';
import { Breakable, Inline } from './prose.tsx';
import { StatusMark } from './responses.tsx';

type Props = { document: OpenApiDocument; groups: readonly OperationGroup[] };

/** Clients branch on `error_code`, so every code can be looked up in one place. */
export function ErrorIndex({ document, groups }: Props): VNode {
  return (
    <section class="group" id="errors" aria-labelledby="errors-title" data-section="">
      <div class="group-head">
        <h2 id="errors-title">Error codes</h2>
        <div class="prose">
          <p>
            Every code this API answers with. Branch on <code>error_code</code>: it stays the same when the
            wording of <code>message</code> changes. Where a code has reasons, the header{' '}
            <code>Error-Reason</code> names one of them; scripts of any site can read it.
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
          {listErrorCodes({ document, groups }).map((error) => (
            <ErrorRow key={error.code} {...error} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function ErrorRow({ statuses, code, when, reasons }: IndexedCode): VNode {
  return (
    <tr id={errorAnchor(code)}>
      <td>
        {statuses.map((status) => (
          <StatusMark key={status} status={status} />
        ))}
      </td>
      <th scope="row">
        <a class="self" href={`#${errorAnchor(code)}`}>
          <code>
            <Breakable name={code} />
          </code>
        </a>
      </th>
      <td>
        <Inline text={when} />
        {reasons && reasons.length > 0 && <Reasons reasons={reasons} />}
      </td>
    </tr>
  );
}

function Reasons({ reasons }: Required<Pick<IndexedCode, 'reasons'>>): VNode {
  return (
    <ul class="reasons">
      {reasons.map(({ reason, when }) => (
        <li key={reason}>
          <code>
            <Breakable name={reason} />
          </code>
          <Inline text={when} />
        </li>
      ))}
    </ul>
  );
}

interface IndexedCode extends ErrorCode {
  readonly statuses: readonly string[];
}

/** The first operation to explain a code speaks for all that answer with it; reasons add up. Schemas explain those that any request can meet. */
export function listErrorCodes({ document, groups }: Props): IndexedCode[] {
  const schemas = Object.values(document.components?.schemas ?? {});
  const common = schemas.flatMap((schema) => resolve(document, 'schemas', schema)['x-error-codes'] ?? []);
  const found = new Map<string, IndexedCode>(
    common.map(({ code, when, status }) => [code, { code, when, statuses: [String(status)] }]),
  );
  const responses = groups
    .flatMap((group) => group.entries)
    .flatMap(({ operation }) => Object.entries(operation.responses));
  for (const [status, listed] of responses) {
    for (const { code, when, reasons = [] } of errorCodesOf(
      document,
      resolve(document, 'responses', listed),
    )) {
      const known = found.get(code);
      const told = new Map([...(known?.reasons ?? []), ...reasons].map((reason) => [reason.reason, reason]));
      const statuses = [...new Set([...(known?.statuses ?? []), status])].sort();
      found.set(code, { code, when: known?.when || when, statuses, reasons: [...told.values()] });
    }
  }
  return [...found.values()].sort(
    (a, b) => (a.statuses[0] ?? '').localeCompare(b.statuses[0] ?? '') || a.code.localeCompare(b.code),
  );
}
