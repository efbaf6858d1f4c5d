import cluster, { type Worker } from 'node:cluster';
import type { FromTally } from '../cache/parent-cache.ts';
import { createTally } from '../cache/tally.ts';
import { ConfigError } from '../config/config-error.ts';
import { errorMessage } from '../log/error-message.ts';
import type { Logger } from '../log/logger.ts';
import { environmentOfChild, type FromChild } from './child-messages.ts';
import { closePort } from './close-port.ts';

type Child = {
  /** From 1 on; one that is started anew has the number of the one that ended. */
  number: number;
  worker: Worker | null;
  isServing: boolean;
  /** How many times in a row it ended soon after its start. */
  soonEnds: number;
  pause: NodeJS.Timeout | undefined;
};

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 10_000;
// A process that lived this long ended for another reason than the one before.
const SOON_MS = 60_000;

/**
 * The processes of one start. They share its port: this process accepts connections and hands them out in turn, so that each has as
 * many as the others, and one that ends takes none along that it had not been given. When this process ends, however it does, they
 * end too: their channel to it is closed, and `node:cluster` lets no worker outlive that.
 */
export function createChildren(options: { count: number; logger: Logger; balancerMs: number }) {
  const { count, logger, balancerMs } = options;
  const tally = createTally();
  const children = Array.from({ length: count }, (_, index): Child => {
    return { number: index + 1, worker: null, isServing: false, soonEnds: 0, pause: undefined };
  });
  let haveStarted = false;
  let isStopping = false;
  // Overrides NODE_CLUSTER_SCHED_POLICY: left to the system, a few processes get most of the connections.
  cluster.schedulingPolicy = cluster.SCHED_RR;

  /** Resolves when it serves; rejects where it ends before it does. */
  function run(child: Child): Promise<void> {
    const ready = Promise.withResolvers<void>();
    const startedAtMs = performance.now();
    const worker = cluster.fork(environmentOfChild(child.number));
    child.worker = worker;
    worker.on('message', (message: FromChild) => {
      if (message.is === 'ready') {
        child.isServing = true;
        ready.resolve();
      } else if (message.is === 'here') return;
      else if (message.is === 'failed') ready.reject(asTold(message));
      else void answer(worker, message);
    });
    // It could not be started at all, or a message did not reach it any more: its end tells.
    worker.on('error', (error) => ready.reject(error));
    worker.once('exit', (code, signal) => {
      child.worker = null;
      child.isServing = false;
      const reason = signal ?? `code ${code}`;
      ready.reject(new Error(`Process ${child.number} ended (${reason}) before it served.`));
      if (!haveStarted || isStopping) return;
      // Somebody stopped it, and it finished what was under way.
      if (code === 0) runAfterStop(child);
      else runAgain(child, { reason, livedMs: performance.now() - startedAtMs });
    });
    return ready.promise;
  }

  async function answer(worker: Worker, { id, additions, keepMs }: FromChild & { is: 'add' }): Promise<void> {
    const totals = await tally.add(additions, keepMs);
    if (worker.isConnected()) worker.send({ is: 'totals', id, totals } satisfies FromTally, () => {});
  }

  function runAgain(child: Child, { reason, livedMs }: { reason: string; livedMs: number }): void {
    child.soonEnds = livedMs < SOON_MS ? child.soonEnds + 1 : 0;
    const pauseMs =
      child.soonEnds === 0 ? 0 : Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (child.soonEnds - 1));
    logger.error(
      { process: child.number, reason, pauseMs },
      'a process ended by itself and is started again',
    );
    runAfter(child, pauseMs);
  }

  function runAfterStop(child: Child): void {
    logger.info({ process: child.number }, 'a process was stopped and is started again');
    runAfter(child, 0);
  }

  function runAfter(child: Child, pauseMs: number): void {
    child.pause = setTimeout(() => {
      run(child).then(
        () => logger.info({ process: child.number }, 'a process serves again'),
        (error: unknown) =>
          isStopping ||
          logger.error({ process: child.number, error: errorMessage(error) }, 'a process did not start'),
      );
    }, pauseMs);
  }

  const serving = (): Worker[] =>
    children.flatMap(({ worker, isServing }) => (worker?.isConnected() && isServing ? [worker] : []));

  return {
    /** Resolves when all serve. Where one can't, nobody is started again, and its reason is thrown. */
    async start(): Promise<void> {
      await Promise.all(children.map(run));
      haveStarted = true;
    },
    /** Lets each finish what is under way, after balancers have had their time. */
    async stop(hurry?: AbortSignal): Promise<void> {
      isStopping = true;
      for (const { pause } of children) clearTimeout(pause);
      const workers = children.flatMap(({ worker }) => (worker && !worker.isDead() ? [worker] : []));
      const ended = workers.map((worker) => new Promise((resolve) => worker.once('exit', resolve)));
      if (serving().length > 0) await closePort(serving, { balancerMs, hurry });
      // Those that were still starting.
      for (const { worker, isServing } of children) if (!isServing) worker?.process.kill('SIGTERM');
      await Promise.all(ended);
    },
  };
}

/** With the stack of the process that failed, which is where its fault is. */
function asTold({ message, stack }: FromChild & { is: 'failed' }): ConfigError {
  const error = new ConfigError(message);
  error.stack = stack;
  return error;
}
