import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { isEmailAddress } from '../values/email-address.ts';
import { isUuid } from '../values/is-uuid.ts';
import { isParagraphs } from '../values/paragraphs.ts';
import { isLine, isPersonName } from '../values/person-name.ts';

// `strict` would refuse the documentation's keywords, such as examples, that the schemas carry.
const OPTIONS = { strict: false, allErrors: false, verbose: true } as const;

// Everything in a query or a path is text, so "20" may stand for 20. In a body it may not, and a misspelt field is
// refused there rather than dropped.
const forText = new Ajv({ ...OPTIONS, coerceTypes: true, useDefaults: true });
const forBodies = new Ajv({ ...OPTIONS, coerceTypes: false, useDefaults: false });
for (const ajv of [forText, forBodies]) {
  addFormats.default(ajv);
  // The format's own rule also takes `urn:uuid:…`, which the database does not.
  ajv.addFormat('uuid', isUuid);
  ajv.addFormat('line', isLine);
  ajv.addFormat('paragraphs', isParagraphs);
  ajv.addFormat('person-name', isPersonName);
  ajv.addFormat('idn-email', isEmailAddress);
  ajv.addFormat('word', /^[\x21-\x7e]+$/);
  // PostgreSQL can't store NUL, so nothing can match it: refused before the database is asked.
  ajv.addFormat('text', (text: string) => !text.includes('\0'));
}

export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const validate = (httpPart === 'body' ? forBodies : forText).compile(schema);
  return (data) => {
    if (validate(data)) return true;
    // Fastify reads the errors off the value.
    return { error: Object.assign(new Error('validation'), { violations: validate.errors ?? [], httpPart }) };
  };
};
