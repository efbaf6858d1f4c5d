import path from 'node:path';
import { launch, untilHealthy } from './program.ts';

/** A data folder as a first start leaves it, with the demo in it: made once in a run, and copied by whoever needs one. */
export function createSeededFolder(parent: string): { path(): Promise<string> } {
  const dataDir = path.join(parent, 'seeded');
  let making: Promise<string> | null = null;
  const make = async (): Promise<string> => {
    const program = await launch({ DATA_DIR: dataDir });
    await untilHealthy(program);
    program.child.kill('SIGINT');
    await program.exited;
    return dataDir;
  };
  return { path: () => (making ??= make()) };
}
