import { parseMessage, type Part } from './parse-message.ts';
import type { Catalogue, Message } from './write-texts.ts';

const MAX_LINE = 110;

/** Writes the type of a page's texts, after the English ones: callers are told of a key or a value that is not there. */
export function describeTexts(english: Catalogue): string {
  return `export type Texts = ${describe(english, '')};`;
}

function describe(message: Message, indent: string, key = ''): string {
  if (typeof message === 'string') return describeMessage(message, indent, key);
  if (Array.isArray(message)) return `${describe(message[0] ?? '', indent)}[]`;
  const lines = Object.entries(message).map(([field, inside]) => {
    const name = /^[A-Za-z_]\w*$/.test(field) ? field : `'${field}'`;
    return `${indent}  ${name}: ${describe(inside, `${indent}  `, name)};\n`;
  });
  return `{\n${lines.join('')}${indent}}`;
}

function describeMessage(message: string, indent: string, key: string): string {
  const types = new Map<string, string>();
  addTypes(parseMessage(message), types);
  const [[value, type] = ['', '']] = types;
  if (types.size === 0) return 'string';
  if (types.size === 1) return `(${value}: ${type}) => string`;
  const fields = [...types].map((field) => field.join(': '));
  const line = `(values: { ${fields.join('; ')} }) => string`;
  if (`${indent}${key}: ${line};`.length <= MAX_LINE) return line;
  return `(values: {\n${fields.map((field) => `${indent}  ${field};\n`).join('')}${indent}}) => string`;
}

function addTypes(parts: Part[], types: Map<string, string>): void {
  for (const part of parts) {
    if (typeof part === 'string') continue;
    const type = typeOf(part);
    if (type !== 'Value' || !types.has(part.value)) types.set(part.value, type);
    if ('cases' in part) for (const [, inside] of part.cases) addTypes(inside, types);
  }
}

function typeOf(part: Exclude<Part, string>): string {
  if (!('cases' in part)) return part.isNumber ? 'number' : 'Value';
  if (part.kind === 'plural') return 'number';
  const names = part.cases.map(([name]) => name).filter((name) => name !== 'other');
  return names.join() === 'true' ? 'boolean' : 'string';
}
