// To read what another program has written: whatever is not there, or is something else, is empty.

export type JsonFields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is JsonFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const fieldsOf = (value: unknown): JsonFields => (isFields(value) ? value : {});
export const listOf = (value: unknown): JsonFields[] => (Array.isArray(value) ? value.filter(isFields) : []);
export const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
export const numberOf = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : 0;
