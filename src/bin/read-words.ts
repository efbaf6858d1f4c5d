import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { ConfigError } from '../config/config-error.ts';

/** The words and options of a command. What it doesn't take is told in one line. */
export function readWords<Options extends ParseArgsOptionsConfig>(
  command: string,
  words: string[],
  options: Options,
) {
  try {
    return parseArgs({ args: words, allowPositionals: true, options });
  } catch (error) {
    // Only the first sentence is about the mistake. It names the option and never its value, which may be a secret.
    const [mistake] = (error as Error).message.split(/\.?(?:\s*\n|\. |$)/);
    throw new ConfigError(`${mistake}: see tessera ${command} help.`, { cause: error });
  }
}

/** Refuses whatever comes after a command that takes nothing. */
export function takesNothing(command: string, words: string[]): void {
  if (words.length > 0) throw new ConfigError(`${command} takes nothing more: see tessera help.`);
}

/** The one file or folder of a command. An empty word would be the folder that one is in. */
export function readOnePath(command: string, positionals: string[]): string {
  const [wanted, ...more] = positionals;
  if (!wanted || more.length > 0)
    throw new ConfigError(`${command} takes one file or folder: see tessera ${command} help.`);
  return wanted;
}
