/** The part of an OpenAPI 3.1 document that the reference page reads; anything else in it is ignored. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description?: string;
    readonly license?: { readonly name: string; readonly identifier?: string };
  };
  readonly servers?: readonly { readonly url: string; readonly description?: string }[];
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly security?: readonly SecurityRequirement[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly webhooks?: Readonly<Record<string, PathItem>>;
  readonly components?: Components & {
    readonly securitySchemes?: Readonly<Record<string, SecurityScheme>>;
  };
}

/** The targets of a reference, by their folder of `components`. */
interface ComponentKinds {
  readonly schemas: Schema;
  readonly parameters: Parameter;
  readonly requestBodies: RequestBody;
  readonly responses: Response;
  readonly headers: Header;
  readonly examples: Example;
}

type Components = {
  readonly [Kind in keyof ComponentKinds]?: Readonly<Record<string, ComponentKinds[Kind] | Reference>>;
};

export const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
export type Method = (typeof METHODS)[number];

export type PathItem = { readonly [method in Method]?: Operation } & {
  readonly parameters?: readonly (Parameter | Reference)[];
};

export interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: RequestBody | Reference;
  readonly responses: Readonly<Record<string, Response | Reference>>;
  readonly security?: readonly SecurityRequirement[];
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
  readonly example?: unknown;
}

interface RequestBody {
  readonly description?: string;
  readonly required?: boolean;
  readonly content: Readonly<Record<string, MediaType>>;
}

export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Header | Reference>>;
  readonly content?: Readonly<Record<string, MediaType>>;
  readonly 'x-error-codes'?: readonly ErrorCode[];
}

export interface ErrorCode {
  readonly code: string;
  readonly when: string;
  /** The values of the header `Error-Reason` that come with it. */
  readonly reasons?: readonly { readonly reason: string; readonly when: string }[];
}

/** A code that is no single operation's, so that no response says its status. */
interface CommonErrorCode extends ErrorCode {
  readonly status: number;
}

export interface Header {
  readonly description?: string;
  readonly required?: boolean;
  readonly schema?: Schema;
  readonly example?: unknown;
}

export interface MediaType {
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, Example | Reference>>;
}

interface Example {
  readonly summary?: string;
  readonly value?: unknown;
}

type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

interface SecurityScheme {
  readonly type: string;
  readonly scheme?: string;
  readonly description?: string;
}

export interface Reference {
  readonly $ref: string;
}

export interface Schema {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly 'x-error-codes'?: readonly CommonErrorCode[];
}

/** Longer chains of references than this are a loop, not a document. */
const MAX_REFERENCE_HOPS = 16;

/** Follows `#/components/<kind>/…` to something that is not a reference; a dangling one is a bug in the document. */
export function resolve<Kind extends keyof ComponentKinds>(
  document: OpenApiDocument,
  kind: Kind,
  written: ComponentKinds[Kind] | Reference,
): ComponentKinds[Kind] {
  const folders: Components = document.components ?? {};
  const components = folders[kind];
  const prefix = `#/components/${kind}/`;
  let current = written;
  for (let hops = 0; isReference(current); hops++) {
    const { $ref } = current;
    if (hops === MAX_REFERENCE_HOPS) throw new Error(`the reference ${$ref} leads back to itself`);
    const found = $ref.startsWith(prefix) ? components?.[$ref.slice(prefix.length)] : undefined;
    if (found === undefined) throw new Error(`the reference ${$ref} points at nothing in ${prefix}`);
    current = found;
  }
  return current;
}

function isReference(value: object): value is Reference {
  return '$ref' in value && typeof value.$ref === 'string';
}
