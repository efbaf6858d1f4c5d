import type { Guide } from '../contract.ts';

type Target = { href: string; file: '' } | { href: null; file: string };

/** The target of a guide's link: another guide leads to its page, any other file of the repository nowhere. */
export function readHref(
  written: string,
  { guide, guides }: { guide: Guide; guides: readonly Guide[] },
): Target {
  if (written.startsWith('#') || URL.canParse(written)) return { href: written, file: '' };
  // Any origin will do: it is the path from the repository's root that counts.
  const { pathname, hash } = new URL(written, `file:///${guide.file}`);
  const file = pathname.slice(1);
  const target = guides.find((other) => other.file === file);
  return target ? { href: target.path + hash, file: '' } : { href: null, file };
}
