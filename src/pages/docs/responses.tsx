import { STATUS_CODES } from 'node:http';
import type { VNode } from 'preact';
import { resolve, type OpenApiDocument, type Response } from '../../values/openapi-document.ts';
import { CodePanel, ColouredJson } from './code.tsx';
import { ErrorCodes, errorCodesOf } from './error-codes.tsx';
import { composeExample, writtenExamples, type NamedExample } from './example-value.ts';
import { BodyFields } from './fields.tsx';
import type { OperationEntry } from './group-operations.ts';
import { HeaderList } from './header-list.tsx';
import { commonHeaders } from './common-headers.ts';
import { Prose } from './prose.tsx';

interface Answer {
  readonly status: string;
  readonly response: Response;
}

type Props = { document: OpenApiDocument; entry: OperationEntry };

function answersOf({ document, entry }: Props): Answer[] {
  return Object.entries(entry.operation.responses).map(([status, listed]) => ({
    status,
    response: resolve(document, 'responses', listed),
  }));
}

export function Responses(props: Props): VNode {
  return (
    <>
      <h4>Responses</h4>
      <ul class="answers">
        {answersOf(props).map((answer) => (
          <AnswerItem
            key={answer.status}
            document={props.document}
            anchor={`${props.entry.anchor}-${answer.status}`}
            {...answer}
          />
        ))}
      </ul>
    </>
  );
}

type AnswerProps = Answer & { document: OpenApiDocument; anchor: string };

function AnswerItem({ document, anchor, status, response }: AnswerProps): VNode {
  const codes = errorCodesOf(document, response);
  const [media] = Object.values(response.content ?? {});
  // Every error has the same envelope, so its codes say more than its fields would.
  const schema = codes.length === 0 ? media?.schema : undefined;
  return (
    <li>
      <div class="answer-head">
        <h5>
          <StatusMark status={status} /> {STATUS_CODES[status]}
        </h5>
        <div>
          <Prose text={response.description} />
        </div>
      </div>
      <HeaderList document={document} headers={ownHeaders(document, response)} />
      {codes.length > 0 && <ErrorCodes codes={codes} />}
      {schema !== undefined && (
        <details class="body">
          <summary>Body fields</summary>
          <BodyFields document={document} schema={schema} direction="received" anchor={anchor} />
        </details>
      )}
    </li>
  );
}

export function StatusMark({ status }: { status: string }): VNode {
  const family = status.startsWith('2') ? 'good' : status.startsWith('3') ? 'neutral' : 'bad';
  return <span class={`status ${family}`}>{status}</span>;
}

/** Those that are on nearly every answer are told once. */
function ownHeaders(document: OpenApiDocument, { headers = {} }: Response): NonNullable<Response['headers']> {
  const common = commonHeaders(document);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !Object.hasOwn(common, name)));
}

type Sample = NamedExample & { readonly status: string };

/** One example open, the others a click away; sharing a name makes the browser keep a single one open. */
export function ResponseSamples({ document, entry }: Props): VNode | null {
  const samples = answersOf({ document, entry }).flatMap((answer) =>
    examplesOf(document, answer).map(({ name, value }) => ({ status: answer.status, name, value })),
  );
  if (samples.length === 0) return null;
  const opened = samples.find(({ status }) => status.startsWith('2')) ?? samples[0];
  return (
    <div class="replies">
      {samples.map((sample) => (
        <details class="sample" name={`${entry.anchor}-samples`} open={sample === opened}>
          <SamplePanel {...sample} />
        </details>
      ))}
    </div>
  );
}

function SamplePanel({ status, name, value }: Sample): VNode {
  const title = name ?? STATUS_CODES[status] ?? 'Response';
  return (
    <>
      <summary>
        <StatusMark status={status} /> {title}
      </summary>
      <CodePanel label={`${status} ${title}`}>
        <ColouredJson text={JSON.stringify(value, null, 2)} />
      </CodePanel>
    </>
  );
}

/** Successes always get a sample; refusals only a written one, since a composed one would be all placeholders. */
function examplesOf(document: OpenApiDocument, { status, response }: Answer): NamedExample[] {
  const [media] = Object.values(response.content ?? {});
  if (media === undefined) return [];
  const written = writtenExamples(document, media);
  if (written.length > 0 || media.schema === undefined || !status.startsWith('2')) return written;
  return [{ name: undefined, value: composeExample(document, media.schema) }];
}
