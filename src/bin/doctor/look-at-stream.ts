import { connect } from 'amqplib';
import { errorMessage } from '../../log/error-message.ts';
import { readStreamState } from '../../stream/switch-stream.ts';
import { green, off, red, yellow, type Patient, type Seen } from './finding.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const LATE_SECONDS = 300;

/** RabbitMQ, and the events that wait for it. */
export async function lookAtStream({ config, open }: Patient): Promise<Seen[]> {
  const state = open && (await readStreamState(open.database));
  if (config.rabbitUrls === null)
    return state && (state.isOn || state.isFull)
      ? [
          red(
            state.isFull
              ? `RABBITMQ_URL is not set, and so many events wait (${state.waiting}) that no more are recorded.`
              : `RABBITMQ_URL is not set, and events are still recorded: ${state.waiting} wait, and more every minute.`,
            'Set RABBITMQ_URL again, or run tessera stream off.',
          ),
        ]
      : [off('RABBITMQ_URL is not set: there is no event stream.')];
  const asked = await Promise.allSettled(config.rabbitUrls.map(askNode));
  const failed = asked.filter((one) => one.status === 'rejected');
  const next =
    'See whether RabbitMQ runs, and whether RABBITMQ_URL is right: docs/operating/event-stream.md.';
  const reason = failed[0] ? errorMessage(failed[0].reason) : '';
  const isLate = state !== null && (state.isFull || (state.oldestWaitsSeconds ?? 0) > LATE_SECONDS);
  return [
    failed.length === asked.length
      ? red(`RabbitMQ does not answer: ${reason}.`, next)
      : failed.length > 0
        ? yellow(`${failed.length} of ${asked.length} nodes of RabbitMQ do not answer: ${reason}.`, next)
        : green('RabbitMQ answers.'),
    ...(isLate
      ? [
          red(
            `${state.waiting} events wait for it, the oldest for ${Math.round(state.oldestWaitsSeconds ?? 0)} s${state.isFull ? '; no more are recorded' : ''}.`,
            'See the log of the workers: tessera stream status.',
          ),
        ]
      : []),
  ];
}

async function askNode(url: string): Promise<void> {
  const connection = await connect(url, { timeout: CONNECT_TIMEOUT_MS });
  connection.on('error', () => {});
  await connection.close();
}
