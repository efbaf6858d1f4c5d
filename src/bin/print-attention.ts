import { countAttention } from '../invariants/count-attention.ts';
import type { Queryable } from '../db/database.ts';
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
