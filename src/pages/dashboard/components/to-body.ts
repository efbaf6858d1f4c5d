type Property = { type?: string | readonly string[]; format?: string; minLength?: number };

// A space before or after these is a slip. In a password it may be meant.
const TRIMMED = new Set([
  'line',
  'line-or-empty',
  'letters',
  'word',
  'idn-email',
  'person-name',
  'http-url',
  'uuid',
]);
// Those of gateways' secrets.
const ENDS_TRIMMED = /-(key|hash|secret|client-id)$/;
const isTrimmed = (format = ''): boolean => TRIMMED.has(format) || ENDS_TRIMMED.test(format);

/** The typed values as the server takes them: numbers as numbers, and an empty field as nothing if that is allowed. */
export function toBody(schema: object, values: Record<string, unknown>): Record<string, unknown> {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, Property>;
    required?: readonly string[];
  };
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const property = properties[name] ?? {};
    const plain = typeof value === 'string' ? readText(property, value) : value;
    const takesEmpty = takes(property, 'string') && !property.minLength;
    const isLeftOut =
      plain === '' && (takes(property, 'integer') || (!required.includes(name) && !takesEmpty));
    if (!isLeftOut) body[name] = plain;
  }
  return body;
}

function readText(property: Property, text: string): unknown {
  const trimmed = isTrimmed(property.format) ? text.trim() : text;
  if (trimmed === '') return takes(property, 'null') ? null : '';
  if (!takes(property, 'integer') && !takes(property, 'number')) return trimmed;
  // A text that is not a number stays as typed, and is refused.
  const number = Number(trimmed);
  return Number.isNaN(number) ? trimmed : number;
}

const takes = ({ type }: Property, name: string): boolean => [type].flat().includes(name);
