import type { VNode } from 'preact';
import type { OpenApiDocument } from '../../../values/openapi-document.ts';
import { CodePanel } from '../code.tsx';
import type { OperationEntry } from '../group-operations.ts';
import { ColouredCode } from './coloured-code.tsx';
import { sampleRequest } from './sample-request.ts';
import { SAMPLE_LANGUAGES } from './write-samples.ts';

/**
 * How to make the call, in each language. The choice works without a script, for one operation; with it, a choice is made for the whole
 * page and remembered.
 */
export function RequestSamples({
  document,
  entry,
}: {
  document: OpenApiDocument;
  entry: OperationEntry;
}): VNode {
  const request = sampleRequest(document, entry);
  return (
    <div class="request">
      <fieldset class="languages">
        <legend class="aloud">Language of the sample</legend>
        {SAMPLE_LANGUAGES.map(({ id, name }, at) => (
          <label key={id}>
            <input type="radio" name={`${entry.anchor}-language`} value={id} checked={at === 0} />
            <span>{name}</span>
          </label>
        ))}
      </fieldset>
      {SAMPLE_LANGUAGES.map(({ id, name, write }) => (
        <div key={id} class={`in-${id}`}>
          <CodePanel label={`${name}: ${entry.title}`}>
            <ColouredCode text={write(request)} language={id} />
          </CodePanel>
        </div>
      ))}
    </div>
  );
}
