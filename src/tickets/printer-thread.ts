import { Worker } from 'node:worker_threads';

/** A document, or the mail of which it is a part. */
export type PrintWork = {
  /** Prints of one turn come one after the other, such as those of an order. */
  turn: string;
  /** The address of the file that prints it, a `Printing`. So the thread knows nothing of what is printed. */
  file: string;
  /** As `print` of that file takes it. */
  input: unknown;
};

/** Has `print`. `pause` is awaited before each page. */
export type Printing<Input> = {
  print(input: Input, parts: { pause: () => Promise<void> }): Promise<Buffer>;
};

/** Known to the thread from its start. */
export type ThreadSettings = { isPatient: boolean; loads: string };
export type ToThread =
  | ({ command: 'begin'; id: number } & PrintWork)
  | { command: 'go_on' | 'drop'; id: number };
export type FromThread =
  | { is: 'ready' }
  | { is: 'paused'; id: number }
  | { is: 'printed'; id: number; bytes: Uint8Array }
  | { is: 'failed'; id: number; error: string };

// A mail leaves some two megabytes behind. Without a limit the thread gathers hundreds before it looks, for no gain in time.
const YOUNG_MIB = 48;

/** The thread that prints: started when it is first needed, and again after it was ended. */
export function createPrinterThread(options: {
  isPatient: boolean;
  /** The file of its most frequent prints, which it reads while it starts. */
  loads: string;
  onMessage: (message: FromThread) => void;
  /** It has ended by itself. */
  onEnd: (error: Error) => void;
}) {
  let thread: Worker | null = null;
  let isReady = false;

  function start(): void {
    const started = new Worker(new URL('print-in-thread.ts', import.meta.url), {
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MIB },
      workerData: { isPatient: options.isPatient, loads: options.loads } satisfies ThreadSettings,
    });
    thread = started;
    isReady = false;
    started.on('message', (message: FromThread) => {
      if (thread !== started) return;
      if (message.is === 'ready') isReady = true;
      options.onMessage(message);
    });
    const onEnd = (error?: Error): void => {
      if (thread === started) options.onEnd(error ?? new Error('the thread that prints has ended'));
    };
    started.on('error', onEnd);
    started.on('exit', () => onEnd());
    // A program that wants to end does not wait for it.
    started.unref();
  }

  return {
    /** Whether it has started. Of the last one, where it was ended. */
    isReady: (): boolean => isReady,
    /** Whether it takes commands now. Starts it where there is none. */
    ensureReady(): boolean {
      if (!thread) start();
      return isReady;
    },
    say(message: ToThread): void {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      thread?.postMessage(message);
    },
    async end(): Promise<void> {
      const ending = thread;
      thread = null;
      await ending?.terminate();
    },
  };
}
