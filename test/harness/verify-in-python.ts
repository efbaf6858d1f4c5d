import { spawnSync } from 'node:child_process';

// Written from what docs/waiting-room.md says of the list.
const SCRIPT = `
import hashlib, hmac, sys
lines = sys.stdin.read().split("\\n")
words = dict(line.split(" ") for line in lines[:3])
entries, seed = lines[3:-1], bytes.fromhex(words["seed"])
rank = lambda entry: hmac.new(seed, entry.encode(), hashlib.sha256).digest()[:16]
assert hashlib.sha256(seed).hexdigest() == sys.argv[1], "another seed than the promised one"
assert len(set(entries)) == len(entries) == int(words["count"]), "not as long as it says"
assert entries == sorted(entries, key=rank), "not in the order of the ranks"
`;

/** The reason why a test without Python is skipped; false: it is here. */
export const withoutPython: string | false =
  spawnSync('python3', ['--version']).status === 0 ? false : 'Python is not on this machine';

/** Checks a drawn list by a program that shares nothing with ours; answers what is wrong with it. */
export function verifyInPython(list: string, hash: string): string {
  const { stderr } = spawnSync('python3', ['-c', SCRIPT, hash], { input: list, encoding: 'utf8' });
  return stderr.trimEnd().split('\n').at(-1) ?? '';
}
