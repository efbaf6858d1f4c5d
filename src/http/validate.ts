import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { FORMATS } from '../values/formats.ts';

// `strict` would refuse the documentation's keywords, such as examples, that the schemas carry.
const OPTIONS = { strict: false, allErrors: false, verbose: true } as const;

// Everything in a query or a path is text, so "20" may stand for 20. In a body it may not, and a misspelt field is
// refused there rather than dropped.
const forText = new Ajv({ ...OPTIONS, coerceTypes: true, useDefaults: true });
const forBodies = new Ajv({ ...OPTIONS, coerceTypes: false, useDefaults: false });
for (const ajv of [forText, forBodies]) {
  addFormats.default(ajv);
  for (const [name, takes] of Object.entries(FORMATS)) if (takes) ajv.addFormat(name, takes);
}

/** Compiled by the first request that it is for: all together take a second, which nobody needs to wait for at the start. */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  let compiled: ValidateFunction | null = null;
  return (data) => {
    const validate = (compiled ??= (httpPart === 'body' ? forBodies : forText).compile(schema));
    if (validate(data)) return true;
    // Fastify reads the errors off the value.
    return { error: Object.assign(new Error('validation'), { violations: validate.errors ?? [], httpPart }) };
  };
};

/** Whether a part of a body is as its schema says, for parts that the schema of the whole leaves open. A hundred thousand values take some milliseconds. */
export function createBodyTest(schema: object): (value: unknown) => boolean {
  let compiled: ValidateFunction | null = null;
  return (value) => (compiled ??= forBodies.compile(schema))(value);
}
