import { STRANGER, type SeenRequest } from '../../proxy-check/register-proxy-check.ts';
import { green, red, type Seen } from './finding.ts';

const DOCS = 'docs/configuration.md, "Production"';

/** Whether the program sees each visitor's own address and the host that was asked for. Behind https there is a proxy. */
export function judgeProxy(
  seen: SeenRequest,
  { host, hasProxy }: { host: string; hasProxy: boolean },
): Seen[] {
  const wrong: Seen[] = [];
  const { peer, clientAddress, isPeerTrusted, trustsStrangers } = seen;
  const forwarded = seen.forwardedFor?.split(',').map((part) => part.trim()) ?? [];
  if (seen.host !== host)
    wrong.push(
      red(
        `${host}: the proxy passes on another Host (${seen.host.slice(0, 100)}).`,
        `Pass on the Host that the browser sent; in nginx: proxy_set_header Host $http_host. ${DOCS}`,
      ),
    );
  if (trustsStrangers)
    wrong.push(
      red(
        'TRUST_PROXY trusts addresses of strangers: anyone can pretend to have any address, and no limit holds.',
        `Name only the proxy: TRUST_PROXY=${peer}`,
      ),
    );
  else if (hasProxy && forwarded.length === 0)
    wrong.push(
      red(
        `${host}: the proxy passes on no X-Forwarded-For, so all visitors share one address and its limits.`,
        `In nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for. ${DOCS}`,
      ),
    );
  else if (hasProxy && !isPeerTrusted)
    wrong.push(
      red(
        `${host}: the proxy at ${peer} is not in TRUST_PROXY, so all visitors share one address and its limits.`,
        `Set TRUST_PROXY=${peer}, or the network of all your proxies.`,
      ),
    );
  else if (hasProxy && forwarded.length === 1 && forwarded[0] === STRANGER)
    wrong.push(
      red(
        `${host}: the proxy passes on the X-Forwarded-For that a visitor wrote, so anyone can pretend to have any address.`,
        `Let it append or replace that header; in nginx: $proxy_add_x_forwarded_for. ${DOCS}`,
      ),
    );
  if (wrong.length > 0) return wrong;
  return [
    green(
      hasProxy
        ? `${host} answers; the program sees visitors’ own addresses behind the proxy at ${peer}.`
        : `${host} answers; the program sees this request from ${clientAddress === STRANGER ? peer : clientAddress}.`,
    ),
  ];
}
