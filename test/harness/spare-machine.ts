import assert from 'node:assert/strict';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';
import { until } from './until.ts';

// Everything that is written goes to memory. Processes see only each other. The network is the machine's, or an empty one of its own. It ends with the test's process.
const OPEN = `
set -e
mount -t tmpfs none "$1"
cd "$1"
mkdir upper work root
mount -t overlay overlay -o lowerdir=/,upperdir=upper,workdir=work root
mount -t proc proc root/proc
mount --rbind /dev root/dev
mount -t sysfs none root/sys || true
ip link set lo up
touch is-open
exec cat
`;

/** Why there can be none here; null where there can. */
export function noSpareMachine(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'needs root on Linux';
  const tried = spawnSync('/usr/bin/unshare', [
    '--mount',
    '--pid',
    '--fork',
    'mount',
    '-t',
    'tmpfs',
    'none',
    '/mnt',
  ]);
  return tried.status === 0 ? null : 'this kernel allows no mounts of one’s own';
}

/** A copy of this machine, to run a page's commands on by the letter, as root. At the test's end it is gone, with all that ran in it. */
export async function openSpareMachine(t: TestContext, { ownNetwork = false } = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'tessera-machine-'));
  const words = ['--mount', '--pid', '--fork', '--kill-child', '--propagation', 'private'];
  if (ownNetwork) words.push('--net');
  const machine = spawn('/usr/bin/unshare', [...words, 'sh', '-c', OPEN, 'sh', folder], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  const ended = new Promise((resolve) => machine.once('exit', resolve));
  t.after(async () => {
    machine.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true });
  });
  const first = await until('the first process of the machine', async () => {
    assert.equal(machine.exitCode, null, 'the machine is open');
    const children = await readFile(`/proc/${machine.pid}/task/${machine.pid}/children`, 'utf8');
    return Number(children) || undefined;
  });
  await until('the machine to be open', () =>
    readFile(`/proc/${first}/root${folder}/is-open`).then(
      () => true,
      () => false,
    ),
  );

  /** Returns what the commands print. They fail as a whole if one of them does. */
  async function run(commands: string, directory = '/'): Promise<string> {
    const enter = ['-t', String(first), '--mount', '--pid', '--net', 'chroot', path.join(folder, 'root')];
    const shell = ['bash', '--norc', '-euo', 'pipefail', '-c', `cd ${directory}\n${commands}`];
    const { stdout } = await promisify(execFile)('nsenter', [...enter, ...shell], {
      env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8' },
      maxBuffer: 16 * 1024 * 1024,
    });
    return stdout;
  }
  return { run };
}
