/** The command's output for people, as opposed to the log. */

const isTerminal = process.stdout.isTTY;
const usesColour = isTerminal && !process.env['NO_COLOR'];
const paint = (code: number) => (text: string) => (usesColour ? `\u001B[${code}m${text}\u001B[0m` : text);

export const bold = paint(1);
export const dim = paint(2);
const green = paint(32);

const LIGHTS = { green, yellow: paint(33), red: paint(31), off: dim };

export const paintLight = (light: keyof typeof LIGHTS, text: string): string => LIGHTS[light](text);

// The reader may stop before the end, as `head` does. The work is done all the same, with nothing more to print.
for (const output of [process.stdout, process.stderr])
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });

let stream: NodeJS.WriteStream = process.stdout;

export function print(line = ''): void {
  stream.write(`${line}\n`);
}

/** Some texts are a buyer's or a gateway's: none may move the reader's cursor or clear the screen. */
export const visible = (text: string): string => text.replaceAll(/\p{Cc}/gu, '�');

/** For --json: the standard output has the answer alone, and whatever else there is to say goes to the other stream. */
export function keepStdoutForJson(): void {
  stream = process.stderr;
}

export function printJson(data: unknown): void {
  process.stdout.write(`${JSON.stringify(data, null, 2)}\n`);
}

// A step that takes longer than this says that it is still at it.
const PATIENCE_MS = 2_000;
const REMINDER_MS = isTerminal ? 250 : PATIENCE_MS;

/** Runs a step and says how long it took; while it runs for long, says so. */
export async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const startedAtMs = performance.now();
  const seconds = (): string => `${((performance.now() - startedAtMs) / 1000).toFixed(1)} s`;
  const reminder = setInterval(() => {
    if (performance.now() - startedAtMs < PATIENCE_MS) return;
    if (isTerminal) stream.write(`\r  … ${name} ${dim(seconds())}`);
    else print(`  … ${name} ${seconds()}`);
  }, REMINDER_MS);
  try {
    const result = await work();
    print(`${isTerminal ? '\r\u001B[K' : ''}  ${green('✓')} ${name.padEnd(26)} ${dim(seconds())}`);
    return result;
  } finally {
    clearInterval(reminder);
  }
}

const BAR_WIDTH = 30;

/** A bar that fills; where nobody watches, a line every tenth of the way. */
export function progressBar(name: string, total: number): (done: number) => void {
  let tenth = 0;
  return (done) => {
    const share = done / total;
    const counts = `${done.toLocaleString('en')} of ${total.toLocaleString('en')}`;
    if (isTerminal) {
      const bar = '█'.repeat(Math.round(share * BAR_WIDTH)).padEnd(BAR_WIDTH, '░');
      stream.write(`\r  ${name} ${bar} ${counts}${done === total ? '\n' : ''}`);
    } else if (Math.floor(share * 10) > tenth) {
      tenth = Math.floor(share * 10);
      print(`  ${name} ${counts}`);
    }
  };
}

const MEGABYTE = 1_000_000;
// Shorter work needs no progress bar.
const UNSEEN_MS = 1_000;

/** A bar of megabytes, for work that turns out to take over a second. */
export function progressOfBytes(name: string): (doneBytes: number, totalBytes: number) => void {
  const startedAtMs = performance.now();
  let show: ((done: number) => void) | null = null;
  let shown = 0;
  return (doneBytes, totalBytes) => {
    if (performance.now() - startedAtMs < UNSEEN_MS) return;
    const total = Math.max(1, Math.ceil(totalBytes / MEGABYTE));
    const done = Math.floor((doneBytes / Math.max(1, totalBytes)) * total);
    if (done === shown) return;
    shown = done;
    show ??= progressBar(name, total);
    show(done);
  };
}
