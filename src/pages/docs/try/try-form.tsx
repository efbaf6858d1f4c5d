import type { VNode } from 'preact';
import type { OpenApiDocument, Parameter } from '../../../values/openapi-document.ts';
import type { Docs } from '../contract.ts';
import { apiPath } from '../docs-paths.ts';
import type { OperationEntry } from '../group-operations.ts';
import { belongsInSample, exampleBody, exampleText, needsKey } from '../samples/sample-request.ts';

/** The effects of calls that change something, by the operation: on a host's real stock, and in development. */
const CONSEQUENCES: Readonly<Record<string, { real: string; inSandbox: string | null }>> = {
  createReservation: {
    real: 'This holds real tickets. Nobody else can buy them until you release them or the hold lapses.',
    inSandbox: null,
  },
  createOrder: {
    real: 'This makes a real order, with the payment gateway of the host. Pay only if you want the tickets.',
    inSandbox:
      'This makes an order in the sandbox: no money moves. The tickets go to the e-mail address in the body.',
  },
};

type Props = { docs: Docs; entry: OperationEntry };

/** A form that makes the call from the page. Only its script can serve it, so it is hidden until that has arrived. */
export function TryForm({ docs, entry }: Props): VNode {
  const { description, isProduction } = docs;
  const { anchor, operation, method, parameters } = entry;
  const body = exampleBody(description, operation);
  const consequence = CONSEQUENCES[operation.operationId ?? ''];
  const warning = isProduction ? consequence?.real : consequence?.inSandbox;
  const isOrder = operation.operationId === 'createOrder';
  return (
    <details class="try" hidden>
      <summary>Try it</summary>
      <form
        data-operation={operation.operationId}
        data-method={method.toUpperCase()}
        data-path={apiPath(description) + entry.path}
        autocomplete="off"
        noValidate
      >
        {warning && <p class="message warn">{warning}</p>}
        {needsKey(description, operation) && <KeyField anchor={anchor} demoKeyPath={docs.demoKeyPath} />}
        {parameters.map((parameter) => (
          <ParameterField key={parameter.name} document={description} anchor={anchor} parameter={parameter} />
        ))}
        {body && <BodyField anchor={anchor} body={body} />}
        <button type="submit" class="send">
          {isOrder && isProduction ? 'Make a real order' : 'Send'}
        </button>
        <p class="outcome" role="status" />
      </form>
      <div class="came-back" hidden />
    </details>
  );
}

/** The visitor's own. It is the same in all forms of the page, and stays in this tab. */
function KeyField({ anchor, demoKeyPath }: { anchor: string; demoKeyPath: string | null }): VNode {
  const id = `${anchor}-try-key`;
  return (
    <div class="field">
      <label for={id}>Your public key</label>
      <input
        id={id}
        class="key"
        placeholder="pk_…"
        maxLength={100}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        aria-describedby={`${id}-hint ${id}-error`}
      />
      <p class="hint soft" id={`${id}-hint`}>
        Kept in this tab until you close it, and sent to this server alone.
      </p>
      <p class="error" id={`${id}-error`} role="alert" />
      {demoKeyPath !== null && (
        <button type="button" class="demo-key" data-from={demoKeyPath}>
          Use the demo’s key
        </button>
      )}
    </div>
  );
}

type ParameterProps = { document: OpenApiDocument; anchor: string; parameter: Parameter };

function ParameterField({ document, anchor, parameter }: ParameterProps): VNode {
  const id = `${anchor}-try-${parameter.name}`;
  const value = belongsInSample(parameter) ? exampleText(document, parameter) : '';
  return (
    <div class="field">
      <label for={id}>
        {parameter.name}{' '}
        <span class="soft">{parameter.required ? `${parameter.in}, required` : parameter.in}</span>
      </label>
      <input
        id={id}
        name={parameter.name}
        data-in={parameter.in}
        value={value}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
      />
    </div>
  );
}

function BodyField({
  anchor,
  body,
}: {
  anchor: string;
  body: { mediaType: string; example: unknown };
}): VNode {
  const id = `${anchor}-try-body`;
  const text = JSON.stringify(body.example, null, 2);
  return (
    <div class="field">
      <label for={id}>
        Body <span class="soft">{body.mediaType}</span>
      </label>
      <textarea
        id={id}
        data-type={body.mediaType}
        rows={text.split('\n').length}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
      >
        {text}
      </textarea>
    </div>
  );
}
