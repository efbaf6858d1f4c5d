import { CERTIFICATE_WARNING_DAYS, daysLeft } from '../../wallets/warn-of-certificate.ts';
import { green, off, plural, red, yellow, type Patient, type Seen } from './finding.ts';

const NEXT = 'Make a new certificate for the same pass type, and restart: docs/operating/passes.md.';

/** How long the operator's certificate for passes is good. Files that can't be read end the start: the settings tell of those. */
export async function lookAtWallets({ config }: Patient): Promise<Seen[]> {
  const { apple, google } = config.wallets;
  if (!apple && !google)
    return [off('APPLE_PASS_FILE and GOOGLE_WALLET_FILE are not set: there are no passes.')];
  const seen: Seen[] = google ? [green(`Passes for Google Wallet are signed by ${google.email}.`)] : [];
  if (!apple) return seen;
  const left = daysLeft(apple, Date.now());
  const says = `The certificate of ${apple.passTypeId} is good for ${plural(left, 'more day', 'more days')}.`;
  if (left <= 0)
    return [
      ...seen,
      red(`The certificate of ${apple.passTypeId} has ended: there are no passes for Apple Wallet.`, NEXT),
    ];
  return [...seen, left <= CERTIFICATE_WARNING_DAYS ? yellow(says, NEXT) : green(says)];
}
