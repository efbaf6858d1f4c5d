import { pino, type DestinationStream, type Logger as PinoLogger } from 'pino';

export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error' | 'isLevelEnabled'>;

/**
 * One JSON object a line. Addresses, headers, bodies and queries are never logged, only names that we chose ourselves;
 * and of an error only what can't hold a value from the database (PostgreSQL puts those into `detail` and `where`).
 */
export function createLogger(level: string, destination?: DestinationStream): PinoLogger {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: describeError } },
    destination ?? pino.destination({ fd: 1, sync: false }),
  );
}

function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: 'not an error object' };
  const { name, message, stack } = error;
  const code = 'code' in error ? error.code : undefined;
  // A URL in a connection error would carry the password.
  const hidden = (text: string) => text.replace(/\/\/[^@\s/]*@/g, '//***@');
  return { name, message: hidden(message), code, stack: hidden(stack ?? '') };
}
