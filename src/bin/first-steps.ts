import type { Config } from '../config/config.ts';
import type { Queryable } from '../db/database.ts';

/** Without a host there is nothing to sell: how the first one comes about, in lines; none where there is one. */
export async function firstSteps(
  database: Queryable,
  { signUp, dashboardUrl }: Pick<Config, 'signUp' | 'dashboardUrl'>,
): Promise<string[]> {
  const { rowCount } = await database.query('SELECT 1 FROM hosts LIMIT 1');
  if (rowCount) return [];
  return [
    'Next: create the first host. The command prints a link for its owner to choose a password.',
    "  tessera hosts create --name 'Lagos Nights' --country NIGERIA --email owner@tickets.example",
    ...(signUp === 'open' ? [`  or sign up at ${dashboardUrl}/sign-up`] : []),
    'Then: tessera doctor tells whether mail, proxy, database and the rest are ready to sell.',
    '',
  ];
}
