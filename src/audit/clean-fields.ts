// A line says what changed; it is no copy of it. The database takes 16 KiB of each side, and a change must not fail because
// its line is long: what is longer is cut here, visibly.
const MAX_TEXT_CHARACTERS = 1_000;
const MAX_ENTRIES = 40;
const MAX_DEPTH = 3;
const MAX_BYTES = 8 * 1024;

// No caller hands a secret over. This is for the one who does by mistake: a text in a field of such a name is not kept, nor is
// a key of ours wherever it stands.
const SECRET_NAME =
  /password|passphrase|secret|token|credential|private_?key|api_?key|recovery_?code|cookie/i;
const SECRET_TEXT = /\bsk_[0-9A-Za-z_]{10,}|-----BEGIN [A-Z ]*PRIVATE KEY-----/g;
const NOT_KEPT = '(not kept)';

// Of buyers the log has which fields changed and never their values, or nobody could be forgotten.
const ABOUT_BUYERS = /^(order|ticket|guest|buyer|recipient|attendee|message)\./;
const PERSONAL_NAME = /e_?mail|name|phone|address|recipient|buyer|metadata|note|text/i;
const CHANGED = '(changed)';

type Fields = Record<string, unknown>;

/** The fields of one side as they are written down. */
export function cleanFields(action: string, fields: Fields): Fields {
  const isAboutBuyers = ABOUT_BUYERS.test(action);
  const cleaned = cleanEntries(fields, { isAboutBuyers, depth: 0 });
  const sizes = Object.entries(cleaned)
    .map(([name, value]) => ({ name, bytes: Buffer.byteLength(JSON.stringify([name, value])) }))
    .toSorted((one, other) => other.bytes - one.bytes);
  let bytes = sizes.reduce((sum, field) => sum + field.bytes, 0);
  // The largest first: the small ones say more.
  for (const field of sizes) {
    if (bytes <= MAX_BYTES) break;
    cleaned[field.name] = '…';
    bytes -= field.bytes;
  }
  return cleaned;
}

type Where = { isAboutBuyers: boolean; depth: number };

function cleanEntries(fields: object, where: Where): Fields {
  const entries = Object.entries(fields);
  const kept = entries.slice(0, MAX_ENTRIES).map(([name, value]): [string, unknown] => {
    const shortName = cleanText(name, 100);
    if (value === null || value === undefined || typeof value === 'boolean')
      return [shortName, value ?? null];
    if (SECRET_NAME.test(name) && typeof value !== 'number') return [shortName, NOT_KEPT];
    if (where.isAboutBuyers && PERSONAL_NAME.test(name)) return [shortName, CHANGED];
    return [shortName, cleanValue(value, where)];
  });
  if (entries.length > MAX_ENTRIES) kept.push(['…', entries.length - MAX_ENTRIES]);
  return Object.fromEntries(kept);
}

function cleanValue(value: unknown, { isAboutBuyers, depth }: Where): unknown {
  if (typeof value === 'string') return cleanText(value, MAX_TEXT_CHARACTERS);
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object') return null;
  if (depth >= MAX_DEPTH) return '…';
  const where = { isAboutBuyers, depth: depth + 1 };
  if (!Array.isArray(value)) return cleanEntries(value, where);
  const kept: unknown[] = value.slice(0, MAX_ENTRIES).map((entry: unknown) => cleanValue(entry, where));
  return value.length > MAX_ENTRIES ? [...kept, `… (${value.length - MAX_ENTRIES} more)`] : kept;
}

/** PostgreSQL stores neither NUL nor half of a character in its JSON. */
export function cleanText(text: string, maxCharacters: number): string {
  const plain = text.replaceAll('\0', '').replaceAll(SECRET_TEXT, NOT_KEPT);
  return (plain.length > maxCharacters ? `${plain.slice(0, maxCharacters - 1)}…` : plain).toWellFormed();
}
