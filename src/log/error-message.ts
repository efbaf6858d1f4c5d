/**
 * The loggable part of an error. Its message, unless errors of this kind quote their input: that may be a buyer's name or a secret. Then
 * its code, and the place in our code that threw it.
 */
export function errorMessage(error: unknown): string {
  if (!(error instanceof Error)) return 'Something that is not an Error was thrown.';
  if (!quotesValues(error)) return hidePassword(error.message);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return `${code} (the message may quote personal data, and is left out)`;
}

function quotesValues(error: Error): boolean {
  // JSON.parse repeats the text that it could not read.
  if (error instanceof SyntaxError) return true;
  // An assertion without words of its own shows both sides.
  if ('generatedMessage' in error) return error.generatedMessage === true;
  // PostgreSQL's "data exceptions" repeat the value; other classes name tables, columns and constraints.
  return 'severity' in error && 'code' in error && String(error.code).startsWith('22');
}

// A URL in a connection error would carry it.
const hidePassword = (text: string): string => text.replace(/\/\/[^@\s/]*@/g, '//***@');

/** The place that threw it. A stack begins with the message, so only the lines below that are taken. */
export function errorFrames(error: Error): string {
  const lines = (error.stack ?? '').split('\n');
  return lines.filter((line) => /^ {4}at /.test(line)).join('\n');
}
