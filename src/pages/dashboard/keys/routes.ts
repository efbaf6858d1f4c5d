import { createPublicKey, renamePublicKey, revokePublicKey } from '../../../hosts/keys/public-keys.ts';
import { revealPrivateKey, rotatePrivateKey } from '../../../hosts/keys/private-key.ts';
import { readServerLines, setServerAddresses } from '../../../hosts/keys/server-addresses.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import type { PageRoutes } from '../access/page-routes.ts';
import { KeyBody, NameServersBody, RenameKeyBody, RotatePrivateKeyBody } from './bodies.ts';
import { loadKeys } from './data.ts';

type Deps = Pick<DashboardDeps, 'database' | 'keyUses' | 'secretKeys'>;

/** The keys that an integrator calls with, and the one that signs webhooks. */
export function registerKeys({ view, change }: PageRoutes, deps: Deps): void {
  const routes = ROUTES.keys;
  view(routes.view, { shows: 'keys' }, ({ member }) => loadKeys(deps, member));
  change(routes.create, { body: KeyBody, status: 201 }, createPublicKey);
  change(routes.rename, { body: RenameKeyBody }, renamePublicKey);
  change(routes.nameServers, { body: NameServersBody }, async (tx, { addresses, ...key }) => ({
    servers: await setServerAddresses(tx, { ...key, addresses: readServerLines(addresses) }),
  }));
  change(routes.revoke, {}, revokePublicKey);

  // Shown and replaced after a second step only.
  change(routes.revealPrivate, {}, async (tx, host) => ({
    privateKey: await revealPrivateKey(tx, deps.secretKeys, host),
  }));
  change(routes.rotatePrivate, { body: RotatePrivateKeyBody }, async (tx, host) => ({
    privateKey: await rotatePrivateKey(tx, deps.secretKeys, host),
  }));
}
