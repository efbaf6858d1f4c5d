import { parseArgs } from 'node:util';

export type Options = {
  rounds: number;
  seconds: number;
  /** Null: everything. */
  only: Set<string> | null;
  connections: number[];
  /** Of sustained sales. */
  minutes: number;
  /** Nothing is left out, and there are rounds enough for a median. */
  isWhole: boolean;
};

const ROUNDS = '7';
const SECONDS = '2';
const CONNECTIONS = '64,256';
const MINUTES = '5';

/** Of the command line. Fewer rounds and shorter ones are for a quick look: no figure that is published comes from them. */
export function readOptions(words: string[]): { bench: string | undefined; options: Options } {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: ROUNDS },
      seconds: { type: 'string', default: SECONDS },
      only: { type: 'string' },
      connections: { type: 'string', default: CONNECTIONS },
      minutes: { type: 'string', default: MINUTES },
    },
  });
  const list = (text: string): string[] => text.split(',').filter(Boolean);
  return {
    bench: positionals[0],
    options: {
      rounds: Number(values.rounds),
      seconds: Number(values.seconds),
      only: values.only === undefined ? null : new Set(list(values.only)),
      connections: list(values.connections).map(Number),
      minutes: Number(values.minutes),
      isWhole:
        Number(values.rounds) >= Number(ROUNDS) &&
        Number(values.seconds) >= Number(SECONDS) &&
        values.only === undefined &&
        Number(values.minutes) >= Number(MINUTES) &&
        values.connections === CONNECTIONS,
    },
  };
}
