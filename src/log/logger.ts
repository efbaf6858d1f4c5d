import { pino, type DestinationStream, type Logger as PinoLogger } from 'pino';
import { errorFrames, errorMessage } from './error-message.ts';
import { logFields, withoutLogFields } from './log-fields.ts';

export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error' | 'isLevelEnabled'>;

/**
 * One JSON object a line. No secret and no buyer's name is in it: of a request the route's pattern and never its
 * address, headers, body or query; of things their row's id; of an error what `errorMessage` lets pass, and none of its
 * other fields (PostgreSQL puts values into `detail` and `where`). What a request or a job logs has its id.
 */
export function createLogger(level: string, destination?: DestinationStream): PinoLogger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
      mixin: logFields,
    },
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
    // Many could have noticed it, so it is logged for none of them.
    withoutLogFields(() => logger.warn({ error: errorMessage(error) }, message));
  };
}

function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: 'not an error object' };
  const code = 'code' in error ? error.code : undefined;
  return { name: error.name, message: errorMessage(error), code, stack: errorFrames(error) };
}
