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

const TOLD_AGAIN_AFTER_MS = 10_000;

/**
 * For an outage, whose every failed try is an error: it is told when it begins and then now and then, by its message
 * alone. Where it came from is known.
 */
export function tellOutage(
  logger: Logger,
  message: string,
  now: () => number = () => performance.now(),
): (error: Error) => void {
  let toldAtMs = -Infinity;
  return (error) => {
    if (now() - toldAtMs < TOLD_AGAIN_AFTER_MS) return;
    toldAtMs = now();
    logger.warn({ error: hidePassword(error.message) }, message);
  };
}

function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: 'not an error object' };
  const { name, message, stack } = error;
  const code = 'code' in error ? error.code : undefined;
  return { name, message: hidePassword(message), code, stack: hidePassword(stack ?? '') };
}

// A URL in a connection error would carry it.
const hidePassword = (text: string): string => text.replace(/\/\/[^@\s/]*@/g, '//***@');
