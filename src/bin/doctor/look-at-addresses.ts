import type { Config } from '../../config/config.ts';
import { errorMessage } from '../../log/error-message.ts';
import { makeProxyCheckToken, PROXY_CHECK_HEADER } from '../../proxy-check/proxy-check-token.ts';
import { STRANGER, type SeenRequest } from '../../proxy-check/register-proxy-check.ts';
import { ROUTES } from '../../routes.ts';
import { createSecretKeys, type SecretKeys } from '../../secrets/secret-keys.ts';
import { askAddress, type Asked } from './ask-address.ts';
import { judgeCertificate } from './certificate.ts';
import { green, red, yellow, type Patient, type Seen } from './finding.ts';
import { judgeProxy } from './judge-proxy.ts';

const ASK_LIMIT_MS = 8_000;

/** The addresses that buyers and hosts open, as one sees them from this machine: name, certificate, proxy and program. */
export async function lookAtAddresses({ config, open }: Patient, signal: AbortSignal): Promise<Seen[]> {
  const secretKeys = open?.secretKeys ?? (config.secretKey && createSecretKeys(config.secretKey));
  const limit = AbortSignal.any([signal, AbortSignal.timeout(ASK_LIMIT_MS)]);
  return (
    await Promise.all(basesOf(config).map((base) => lookAtAddress(base, { secretKeys, signal: limit })))
  ).flat();
}

/** Each address up to the path that is ours; those that are the same are asked once. */
function basesOf({ publicUrl, checkoutUrl, dashboardUrl }: Config): string[] {
  const bare = [publicUrl, checkoutUrl.replace(/\/checkout$/, ''), dashboardUrl.replace(/\/dashboard$/, '')];
  return [...new Set(bare)];
}

async function lookAtAddress(
  base: string,
  { secretKeys, signal }: { secretKeys: SecretKeys | null; signal: AbortSignal },
): Promise<Seen[]> {
  const { host, protocol } = new URL(base);
  const headers = {
    'x-forwarded-for': STRANGER,
    ...(secretKeys && { [PROXY_CHECK_HEADER]: makeProxyCheckToken(secretKeys, Date.now()) }),
  };
  let asked: Asked;
  try {
    asked = await askAddress(`${base}${ROUTES.operator.proxyCheck.path}`, { headers, signal });
  } catch (error) {
    return [
      red(
        `${host} can’t be reached from this machine: ${reasonOf(error)}.`,
        'See whether its name leads here, the proxy runs and its certificate is good. If it opens elsewhere, your router leads no one back in: run tessera doctor on another machine.',
      ),
    ];
  }
  const certificate = asked.certificate && judgeCertificate(host, asked.certificate);
  const seen = readSeen(asked);
  return [
    ...(seen
      ? judgeProxy(seen, { host, hasProxy: protocol === 'https:' })
      : [await judgeStranger(base, asked, { host, signal, hasKey: secretKeys !== null })]),
    ...(certificate ? [certificate] : []),
  ];
}

function readSeen({ status, body }: Asked): SeenRequest | null {
  if (status !== 200) return null;
  try {
    const seen = JSON.parse(body) as Partial<SeenRequest> | null;
    return typeof seen?.clientAddress === 'string' && typeof seen.peer === 'string'
      ? (seen as SeenRequest)
      : null;
  } catch {
    return null;
  }
}

/** Something answers that does not know our secret key: perhaps it is not ours. */
async function judgeStranger(
  base: string,
  { status }: Asked,
  { host, signal, hasKey }: { host: string; signal: AbortSignal; hasKey: boolean },
): Promise<Seen> {
  if (status >= 500)
    return red(
      `${host} answers with ${status}: the proxy does not reach the program.`,
      'See whether Tessera runs, and the proxy’s log.',
    );
  const health = await askAddress(`${base}${ROUTES.api.health.path}`, { headers: {}, signal }).catch(
    () => null,
  );
  if (health?.body.includes('"postgres"'))
    return hasKey
      ? yellow(
          `${host} is a Tessera, but another one: it has another SECRET_KEY, or is an older release.`,
          'See where the name leads to, and restart every process with the same SECRET_KEY and release.',
        )
      : green(`${host} answers.`);
  return red(
    `${host} answers with ${status}, and is not Tessera.`,
    'See where the name and the proxy lead to.',
  );
}

const reasonOf = (error: unknown): string => {
  const { code, name } = error as NodeJS.ErrnoException;
  return name === 'TimeoutError' || name === 'AbortError'
    ? 'no answer in time'
    : (code ?? errorMessage(error));
};
