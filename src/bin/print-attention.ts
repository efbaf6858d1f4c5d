import { countAttention } from '../invariants/count-attention.ts';
import type { Queryable } from '../db/database.ts';
import { readStreamState } from '../stream/switch-stream.ts';
import { print } from './terminal.ts';

/** Says what waits for a person and how to look at it; nothing where nothing does. */
export async function printAttention(database: Queryable): Promise<void> {
  const { refunds, jobsSetAside } = await countAttention(database);
  if (refunds > 0)
    print(
      `  ! ${refunds} ${refunds === 1 ? 'refund needs' : 'refunds need'} attention: see tessera refunds list`,
    );
  if (jobsSetAside > 0)
    print(
      `  ! ${jobsSetAside} ${jobsSetAside === 1 ? 'job is' : 'jobs are'} set aside: see tessera jobs list`,
    );
}

/** Says that events wait for a publisher that is not there, or that there are too many of them. */
export async function printStream(
  database: Queryable,
  { rabbitUrls }: { rabbitUrls: string[] | null },
): Promise<void> {
  const { isOn, isFull, waiting } = await readStreamState(database);
  const events = `${waiting.toLocaleString('en')} ${waiting === 1 ? 'event waits' : 'events wait'} for RabbitMQ`;
  if (isFull)
    print(`  ! The event stream is full, and no event is recorded: ${events}. See tessera stream status`);
  else if (isOn && !rabbitUrls)
    print(
      `  ! The event stream is on, but RABBITMQ_URL is not set here: ${events}. Set it, or stop recording with tessera stream off`,
    );
}
