import { parseArgs } from 'node:util';

export type Options = {
  rounds: number;
  seconds: number;
  /** Null: everything. */
  only: Set<string> | null;
  connections: number[];
  /** Of sustained sales. */
  minutes: number;
  /** One of all: what takes long to fill is filled with a tenth. */
  isBrief: boolean;
  /** Nothing is left out, and there are rounds enough for a median. */
  isWhole: boolean;
};

const ROUNDS = '7';
const SECONDS = '2';
const CONNECTIONS = '64,256';
const MINUTES = '5';
// All benches run within a bounded time: enough to see what has changed.
const OF_ALL = { rounds: '3', seconds: '1', connections: '64', minutes: '1' };

/** Of the command line. Fewer rounds and shorter ones are for a quick look: no figure that is published comes from them. */
export function readOptions(words: string[]): { names: string[]; options: Options } {
  const { values: given, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      only: { type: 'string' },
      connections: { type: 'string' },
      minutes: { type: 'string' },
    },
  });
  const alone = { rounds: ROUNDS, seconds: SECONDS, connections: CONNECTIONS, minutes: MINUTES };
  const values = { ...(positionals.length === 0 ? OF_ALL : alone), ...given };
  const list = (text: string): string[] => text.split(',').filter(Boolean);
  return {
    names: positionals,
    options: {
      rounds: Number(values.rounds),
      seconds: Number(values.seconds),
      only: values.only === undefined ? null : new Set(list(values.only)),
      connections: list(values.connections).map(Number),
      minutes: Number(values.minutes),
      isBrief: positionals.length === 0,
      isWhole:
        Number(values.rounds) >= Number(ROUNDS) &&
        Number(values.seconds) >= Number(SECONDS) &&
        values.only === undefined &&
        Number(values.minutes) >= Number(MINUTES) &&
        values.connections === CONNECTIONS,
    },
  };
}
