/** The job system's view of a logger; pino fits. Payloads may hold personal data and are never handed to it. */
export type JobLogger = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};
