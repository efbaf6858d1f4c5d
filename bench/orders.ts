import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { promisify } from 'node:util';
import { checkInvariants } from '../src/invariants/check-invariants.ts';
import { connectDatabase } from '../src/db/database.ts';
import { freePort } from '../src/db/embedded/free-port.ts';
import { until } from '../test/harness/until.ts';
import type { Measured } from './load.ts';
import { makeEvent, onDatabase, type BenchEvent } from './make-event.ts';
import { median, type Row } from './report.ts';
import { BEHIND_PROXY, startProduct } from './start-product.ts';

const ROUNDS = 5;
const SECONDS = 3;
const CONNECTIONS = 64;
const NAIVE_POOL = 20;

const run = promisify(execFile);

/** Whole purchases, against a shop that takes a transaction with row locks per step, on the same database and tables. */
export async function benchOrders(onProgress: (line: string) => void): Promise<Row[]> {
  const product = await startProduct(BEHIND_PROXY);
  const { program, databaseUrl, secretKey, publicKey: key } = product;
  const baselines: ChildProcess[] = [];
  try {
    const port = await freePort();
    const naiveUrl = `http://127.0.0.1:${port}`;
    const words = [String(port), String(NAIVE_POOL), databaseUrl, program.publicUrl, secretKey];
    baselines.push(spawn(process.execPath, ['bench/order-baselines.ts', ...words], { stdio: 'inherit' }));
    await until('the naive shop to listen', () =>
      fetch(`${naiveUrl}/ready`).then(
        () => true,
        () => false,
      ),
    );

    const compare = async (event: BenchEvent): Promise<{ ours: Measured[]; naive: Measured[] }> => {
      const measured: { ours: Measured[]; naive: Measured[] } = { ours: [], naive: [] };
      for (let round = 0; round <= ROUNDS; round++) {
        for (const [name, url] of [['ours', program.publicUrl] as const, ['naive', naiveUrl] as const]) {
          const result = await buy({ url, event, key, seconds: round === 0 ? 1 : SECONDS });
          // The first round warms everybody up.
          if (round > 0) measured[name].push(result);
        }
        onProgress(`${event.slug}: round ${round} of ${ROUNDS}`);
      }
      return measured;
    };
    // Ticket e-mails are written by the same process in its spare time. They are not what is measured here, and the naive shop
    // sends none: they wait until the bench is over.
    await onDatabase(databaseUrl, (client) =>
      client.query(
        `CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN new.run_at := now() + interval '1 day'; RETURN new; END $$;
         CREATE TRIGGER wait BEFORE INSERT ON jobs FOR EACH ROW WHEN (new.kind = 'send_mail') EXECUTE FUNCTION wait()`,
      ),
    );
    const rows: Row[] = [];
    const capacity = 10_000_000;
    const free = await makeEvent(databaseUrl, {
      slug: 'bench-free',
      ticketTypes: 1,
      capacity,
      priceMinor: 0,
    });
    rows.push(toRow('free purchases (hold, order, tickets) to naive', await compare(free), 5));
    const paid = await makeEvent(databaseUrl, { slug: 'bench-paid', ticketTypes: 1, capacity });
    rows.push(toRow('paid orders with a payment link to naive', await compare(paid), 3));

    const database = connectDatabase({
      url: databaseUrl,
      poolSize: 1,
      statementTimeoutMs: 120_000,
      onIdleError: () => {},
    });
    const violations = await checkInvariants(database).finally(() => database.close());
    rows.push({
      name: 'the data afterwards',
      ratio: violations.length === 0 ? 1 : 0,
      aim: 1,
      detail: `${violations.length} broken promises ${JSON.stringify(violations.slice(0, 2))}`,
      failures: 0,
    });
    return rows;
  } finally {
    for (const child of baselines) child.kill('SIGKILL');
    await product.close();
  }
}

export async function buy(input: {
  url: string;
  event: BenchEvent;
  key: string;
  seconds: number;
}): Promise<Measured> {
  const { url, event, key, seconds } = input;
  const words = [
    url,
    `/api/v1/events/${event.slug}`,
    event.skus[0] ?? '',
    key,
    String(CONNECTIONS),
    String(seconds),
  ];
  const { stdout } = await run(process.execPath, ['bench/buyers.ts', ...words]);
  const measured = JSON.parse(stdout) as Measured & { lastFailure: string };
  if (measured.failures > 0) process.stderr.write(`${measured.failures} failed: ${measured.lastFailure}\n`);
  return measured;
}

function toRow(name: string, { ours, naive }: { ours: Measured[]; naive: Measured[] }, aim: number): Row {
  const ratios = ours.map(
    (round, index) => round.requestsPerSecond / (naive[index]?.requestsPerSecond ?? Number.NaN),
  );
  const rate = (rounds: Measured[]) => Math.round(median(rounds.map((round) => round.requestsPerSecond)));
  const p99 = (rounds: Measured[]) => median(rounds.map((round) => round.p99Ms)).toFixed(1);
  return {
    name,
    ratio: median(ratios),
    aim,
    detail: `${rate(ours)}/s against ${rate(naive)}/s; p99 of the order ${p99(ours)} ms against ${p99(naive)} ms; rounds ${ratios.map((ratio) => ratio.toFixed(2)).join(' ')}`,
    failures: ours.reduce((sum, round) => sum + round.failures, 0),
  };
}
