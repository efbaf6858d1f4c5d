import type { VNode } from 'preact';
import type { OpenApiDocument } from '../../values/openapi-document.ts';
import { BodyFields } from './fields.tsx';
import { listModels, modelAnchor, MODELS, type Model } from './models.ts';
import { Prose } from './prose.tsx';
import { readSchema } from './read-schema.ts';

/** The models of requests and answers, each described once. */
export function ModelList({ document }: { document: OpenApiDocument }): VNode | null {
  const models = listModels(document);
  if (models.length === 0) return null;
  return (
    <section class="group" id={MODELS} aria-labelledby={`${MODELS}-title`} data-section="">
      <div class="group-head">
        <h2 id={`${MODELS}-title`}>Models</h2>
        <div class="prose">
          <p>The parts of requests and responses, by their names in the OpenAPI document.</p>
        </div>
      </div>
      {models.map((model) => (
        <ModelItem key={model.name} document={document} {...model} />
      ))}
    </section>
  );
}

function ModelItem({ document, name, schema }: Model & { document: OpenApiDocument }): VNode {
  const anchor = modelAnchor(name);
  return (
    <article class="model" id={anchor} aria-labelledby={`${anchor}-title`}>
      <h3 id={`${anchor}-title`}>
        <a class="self" href={`#${anchor}`}>
          {name}
        </a>
      </h3>
      <div class="prose">
        <Prose text={readSchema(document, schema).schema.description} />
      </div>
      <BodyFields document={document} schema={schema} direction="received" anchor={anchor} stopsAtNames />
    </article>
  );
}
