import { invalidField, Refusal } from '../refusal.ts';
import { GATEWAY_TITLES } from '../rules/gateway-accounts.ts';
import { GATEWAYS } from '../rules/gateways/all-gateways.ts';
import { GatewaySilent, type KeyVerdict } from './gateway.ts';
import type { Gateways } from './gateways.ts';
import type { PaymentAccount } from './payment-accounts.ts';

/** Asks the gateway whether it knows the key. Null: it does. A no comes back as the refusal; where there is no answer, it is thrown. */
export async function checkKey(
  gateways: Pick<Gateways, 'connect'>,
  account: PaymentAccount,
): Promise<Refusal | null> {
  const title = GATEWAY_TITLES[account.gateway];
  const verdict = await askForVerdict(gateways, account);
  if (verdict === 'good') return null;
  return invalidField(
    'secretKey',
    verdict === 'wrong_key'
      ? `is not known to ${title}: copy it again from your ${title} dashboard.`
      : `is known to ${title}, but lacks permissions. ${GATEWAYS[account.gateway].neededPermissions}`,
  );
}

async function askForVerdict(
  gateways: Pick<Gateways, 'connect'>,
  account: PaymentAccount,
): Promise<KeyVerdict> {
  try {
    return await gateways.connect(account).check();
  } catch (error) {
    if (!(error instanceof GatewaySilent)) throw error;
    const title = GATEWAY_TITLES[account.gateway];
    throw new Refusal(
      'gateway_away',
      `${title} did not answer, so the key could not be checked. Nothing was saved: try again.`,
    );
  }
}
