import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { ConfigError } from '../config/config-error.ts';
import { ROLES, type Role } from '../config/config.ts';

export type StartOptions = { processes: number; role: Role };

// Each has some 25 connections to the database: who has more cores than this has another limit before.
const MAX_PROCESSES = 64;

/** Reads the options of `tessera start`. */
export function readStartOptions(words: string[]): StartOptions {
  const { processes, role } = parse(words);
  return { processes: readProcesses(processes), role: readRole(role) };
}

function parse(words: string[]): { processes: string; role: string } {
  try {
    return parseArgs({
      args: words,
      options: {
        processes: { type: 'string', default: '1' },
        role: { type: 'string', default: 'all' },
      },
    }).values;
  } catch (error) {
    throw new ConfigError(
      `start takes --processes and --role, each with a value: ${(error as Error).message.split('\n')[0]}`,
      { cause: error },
    );
  }
}

function readProcesses(text: string): number {
  if (text === 'auto') return Math.min(availableParallelism(), MAX_PROCESSES);
  const count = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= MAX_PROCESSES) return count;
  throw new ConfigError(
    `--processes must be auto, or a whole number from 1 to ${MAX_PROCESSES}, not ${JSON.stringify(text.slice(0, 60))}.`,
  );
}

function readRole(text: string): Role {
  const role = ROLES.find((known) => known === text);
  if (role) return role;
  throw new ConfigError(
    `--role must be one of ${ROLES.join(', ')}, not ${JSON.stringify(text.slice(0, 60))}.`,
  );
}
