/** JSON with every number as the text that was sent: as a JavaScript number a long id loses digits. */
export type ExactJson = string | boolean | null | ExactJson[] | { [name: string]: ExactJson };

// TypeScript's own declarations do not know these parts of ECMAScript yet.
type Reviver = (name: string, value: unknown, context: { source: string }) => unknown;
const exact = JSON as unknown as {
  parse(text: string, reviver: Reviver): ExactJson;
  rawJSON(text: string): object;
};

/** Answers undefined where the text is no JSON, or is nested too deep to be read. */
export function parseExactJson(text: string): ExactJson | undefined {
  try {
    return exact.parse(text, (_name, value, { source }) => (typeof value === 'number' ? source : value));
  } catch {
    return undefined;
  }
}

/** A number in JSON that is to be sent, digit by digit as the text has it. */
export const exactNumber = (digits: string): object => exact.rawJSON(digits);

/** Steps into objects by name. Answers undefined where there is no such field. */
export function fieldAt(json: ExactJson | undefined, ...names: string[]): ExactJson | undefined {
  let value = json;
  for (const name of names) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    value = Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return value;
}

/** The text or number in that field; null where it is missing, empty or something else. */
export function textAt(json: ExactJson | undefined, ...names: string[]): string | null {
  const value = fieldAt(json, ...names);
  return typeof value === 'string' && value !== '' ? value : null;
}
