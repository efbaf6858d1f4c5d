/** The message and nothing else: whatever else was thrown may quote a payload. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : 'Something that is not an Error was thrown.';
}
