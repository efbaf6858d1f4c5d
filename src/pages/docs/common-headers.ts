import { resolve, type OpenApiDocument, type Response } from '../../values/openapi-document.ts';

type Headers = NonNullable<Response['headers']>;

const known = new WeakMap<OpenApiDocument, Headers>();

/** The headers that most answers have: told once instead of at each of them. */
export function commonHeaders(document: OpenApiDocument): Headers {
  const found = known.get(document) ?? findCommon(document);
  known.set(document, found);
  return found;
}

function findCommon(document: OpenApiDocument): Headers {
  const answers = Object.values(document.paths)
    .flatMap(({ parameters: _shared, ...methods }) => Object.values(methods))
    .flatMap(({ responses }) => Object.values(responses))
    .map((listed) => resolve(document, 'responses', listed).headers ?? {});
  const all: Headers = Object.assign({}, ...answers);
  return Object.fromEntries(
    Object.entries(all).filter(
      ([name]) =>
        answers.length > 1 &&
        answers.filter((headers) => Object.hasOwn(headers, name)).length > answers.length / 2,
    ),
  );
}
