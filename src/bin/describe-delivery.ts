import type { LoggedDelivery } from '../webhooks/delivery/list-deliveries.ts';
import { bold, dim } from './terminal.ts';

/** A delivery and every attempt, as lines for people. */
export function describeDelivery(delivery: LoggedDelivery): string[] {
  const { id, status, eventType, reference, url, failure, createdAt } = delivery;
  const attempts = delivery.attempts.map(({ attempt, startedAt, durationMs, statusCode, error }) => {
    const took = durationMs === null ? '' : ` in ${durationMs} ms`;
    return dim(`    attempt ${attempt} at ${startedAt}: ${statusCode ?? error ?? 'no answer'}${took}`);
  });
  const head = `${bold(status.padEnd(9))} ${eventType} ${reference} to ${url}`;
  return [
    head,
    dim(`    ${id}, ${createdAt.toISOString()}`),
    ...(failure ? [`    ${failure}`] : []),
    ...attempts,
  ];
}
