import { createHash } from 'node:crypto';
import { writeZip, type ZippedFile } from '../../invoices/archive/write-zip.ts';
import { contrast, channels, type HexColor } from '../../values/contrast.ts';
import type { Pass } from '../load-pass.ts';
import type { AppleCredentials } from './read-apple-credentials.ts';
import { describePass } from './describe-pass.ts';
import { drawPassIcon } from './draw-pass-icon.ts';
import { signManifest } from './sign-manifest.ts';

export const APPLE_PASS_TYPE = 'application/vnd.apple.pkpass';
export const APPLE_PASSES_TYPE = 'application/vnd.apple.pkpasses';

// In points, for screens with one, two and three pixels to a point.
const ICON_SIDE = 29;
const HOUSE_COLOR: HexColor = '0d5c60';
const MIN_CONTRAST = 4.5;

export type Thumbnails = { '1x': Buffer; '2x': Buffer } | null;

/** An event ticket for Apple's Wallet, signed: a ZIP of its text, its pictures, a list of their hashes and the signature of that list. */
export async function writeApplePass(
  pass: Pass,
  credentials: AppleCredentials,
  {
    thumbnails,
    token,
    serviceUrl,
    at,
  }: {
    thumbnails: Thumbnails;
    token: string;
    /** Null: phones can't ask for news. */
    serviceUrl: string | null;
    at: Date;
  },
): Promise<Buffer> {
  const colors = colorsOf(pass.color ?? HOUSE_COLOR);
  const text = describePass(pass, { credentials, token, serviceUrl, colors: toRgb(colors) });
  const files: [string, Buffer][] = [['pass.json', Buffer.from(JSON.stringify(text))]];
  for (const scale of [1, 2, 3])
    files.push([`icon${scale === 1 ? '' : `@${scale}x`}.png`, await drawPassIcon(ICON_SIDE * scale, colors)]);
  if (thumbnails) files.push(['thumbnail.png', thumbnails['1x']], ['thumbnail@2x.png', thumbnails['2x']]);
  // The format says SHA-1 for this list. What protects it is the signature, which has a hash of its own.
  const hashes = files.map(([name, bytes]) => [name, createHash('sha1').update(bytes).digest('hex')]);
  const manifest = Buffer.from(JSON.stringify(Object.fromEntries(hashes)));
  files.push(['manifest.json', manifest], ['signature', signManifest(manifest, credentials, at)]);
  return zip(files, at);
}

/** Several passes as one file. Wallet takes ten. */
export const MAX_PASSES_IN_FILE = 10;
export const joinApplePasses = (passes: Buffer[], at: Date): Promise<Buffer> =>
  zip(
    passes.map((bytes, index) => [`ticket-${index + 1}.pkpass`, bytes]),
    at,
  );

async function zip(files: readonly (readonly [string, Buffer])[], at: Date): Promise<Buffer> {
  async function* each(): AsyncGenerator<ZippedFile> {
    for (const [name, bytes] of files) yield { name, at, bytes, deflated: null };
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of writeZip(each())) chunks.push(chunk);
  return Buffer.concat(chunks);
}

type Colors = { ground: HexColor; paper: HexColor };

const colorsOf = (ground: HexColor): Colors => ({
  ground,
  paper: contrast(ground, 'ffffff') >= MIN_CONTRAST ? 'ffffff' : '000000',
});

const toRgb = ({ ground, paper }: Colors): { ground: string; paper: string } => ({
  ground: `rgb(${channels(ground).join(', ')})`,
  paper: `rgb(${channels(paper).join(', ')})`,
});
