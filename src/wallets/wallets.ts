import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createBoundedMap } from '../cache/bounded-map.ts';
import { drawThumbnail } from '../media/encode-picture.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import { printedFile } from '../tickets/read-poster.ts';
import type { AppleCredentials } from './apple/read-apple-credentials.ts';
import { writeApplePass, type Thumbnails } from './apple/write-apple-pass.ts';
import type { GoogleCredentials } from './google/read-google-credentials.ts';
import { savePassAddress } from './google/save-pass-address.ts';
import type { Pass } from './load-pass.ts';
import { passNumber, passToken } from './pass-number.ts';

/** The wallets that the operator has certificates and keys for. */
export type WalletSettings = {
  apple: AppleCredentials | null;
  applePushUrl: string;
  google: GoogleCredentials | null;
  googleUrl: string;
  googleTokenUrl: string;
};

export type Wallets = {
  settings: WalletSettings;
  /** A wallet whose certificate has ended is not among them. */
  has(wallet: Wallet): boolean;
  writeApple(pass: Pass): Promise<Buffer>;
  /** The address at Google where the reader saves the pass. Nothing is sent before. */
  saveAtGoogle(pass: Pass): string;
  /** Addresses that open this ticket's pass, for a mail to who holds it. They are as good as its code. */
  linkPasses(ticket: { id: string; passedOnAt: Date | null }): Record<Wallet, string | null>;
};

export type Wallet = 'apple' | 'google';

export const NO_WALLETS: WalletSettings = {
  apple: null,
  applePushUrl: '',
  google: null,
  googleUrl: '',
  googleTokenUrl: '',
};

// Of the events that tickets are just bought for. Each takes some tens of kilobytes.
const MAX_THUMBNAILS = 100;
const SIDE = 90;
// Wallet cuts off what is longer.
const LONGEST = 3 / 2;

export function createWallets(
  settings: WalletSettings,
  deps: {
    secretKeys: SecretKeys;
    publicUrl: string;
    media: { folder: string; bring(name: string): Promise<unknown> };
    nowMs?: () => number;
  },
): Wallets {
  const { secretKeys, publicUrl, media, nowMs = Date.now } = deps;
  const { apple, google } = settings;
  const thumbnails = createBoundedMap<string, Promise<Thumbnails>>({ max: MAX_THUMBNAILS });
  const drawPoster = async ({ event }: Pass): Promise<Thumbnails> => {
    const name = printedFile(event.posterFile);
    if (name === null) return null;
    let drawn = thumbnails.get(name);
    if (!drawn) thumbnails.set(name, (drawn = draw(media, name, event.posterAspectRatio ?? 1)));
    const shown = await drawn;
    // Not there at this moment: looked for again.
    if (!shown) thumbnails.delete(name);
    return shown;
  };
  const has = (wallet: Wallet): boolean =>
    wallet === 'apple' ? apple !== null && apple.endsAt.getTime() > nowMs() : google !== null;
  return {
    settings,
    has,
    linkPasses(ticket) {
      const number = passNumber(ticket);
      const below = `${publicUrl}/wallet/passes/${number}/${passToken(secretKeys, 'link', number)}`;
      return {
        apple: has('apple') ? `${below}/ticket.pkpass` : null,
        google: has('google') ? `${below}/google-wallet` : null,
      };
    },
    async writeApple(pass) {
      if (!apple) throw new Error('there is no certificate for passes');
      return writeApplePass(pass, apple, {
        thumbnails: await drawPoster(pass),
        token: passToken(secretKeys, 'device', pass.number),
        // Phones ask over https alone.
        serviceUrl: publicUrl.startsWith('https:') ? `${publicUrl}/wallet/apple` : null,
        at: new Date(nowMs()),
      });
    },
    saveAtGoogle(pass) {
      if (!google) throw new Error('there is no service account for passes');
      return savePassAddress(pass, google, { publicUrl, nowMs: nowMs() });
    },
  };
}

/** A pass is good without its picture. */
async function draw(
  media: { folder: string; bring(name: string): Promise<unknown> },
  name: string,
  ratio: number,
): Promise<Thumbnails> {
  try {
    await media.bring(name);
    const bytes = await readFile(path.join(media.folder, name));
    const shown = Math.min(Math.max(ratio, 1 / LONGEST), LONGEST);
    const size = (side: number): { widthPx: number; heightPx: number } => ({
      widthPx: Math.round(shown < 1 ? side * shown : side),
      heightPx: Math.round(shown < 1 ? side : side / shown),
    });
    return { '1x': await drawThumbnail(bytes, size(SIDE)), '2x': await drawThumbnail(bytes, size(2 * SIDE)) };
  } catch {
    return null;
  }
}

/** The wallets of a reader's device: where it is known, its own alone. */
export function walletsOf(
  wallets: Pick<Wallets, 'has'>,
  userAgent: string | undefined,
): Record<Wallet, boolean> {
  const agent = userAgent ?? '';
  const isAndroid = /Android/i.test(agent);
  const isApple = /iPhone|iPad|iPod|Macintosh/i.test(agent);
  return { apple: !isAndroid && wallets.has('apple'), google: !isApple && wallets.has('google') };
}
