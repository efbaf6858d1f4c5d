import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Role } from '../powers.ts';

/** The demo for scripts: addresses, accounts, keys, and the events on sale. */
export type DemoFacts = {
  baseUrl: string;
  checkoutUrl: string;
  dashboardUrl: string;
  hosts: {
    name: string;
    email: string;
    password: string;
    publicKey: string;
    privateKey: string;
    country: string;
    /** With the address of an event's check-in below that of the dashboard, where the event has a door. */
    events: {
      slug: string;
      kind: 'general' | 'seat_map';
      free: boolean;
      skus: string[];
      checkInPath?: string;
    }[];
    /** The accounts of the host's dashboard, the owner first. Absent if an earlier version made the demo. */
    members?: { role: Role; email: string; password: string; name: string }[];
  }[];
};

type Addresses = Pick<DemoFacts, 'baseUrl' | 'checkoutUrl' | 'dashboardUrl'>;

const fileOf = (dataDir: string): string => path.join(dataDir, 'demo.json');

/** Only the file's owner may read it: private keys and passwords are in it. */
export async function writeDemoFacts(
  dataDir: string,
  addresses: Addresses,
  hosts: DemoFacts['hosts'],
): Promise<void> {
  const { baseUrl, checkoutUrl, dashboardUrl } = addresses;
  const facts: DemoFacts = { baseUrl, checkoutUrl, dashboardUrl, hosts };
  await writeFile(`${fileOf(dataDir)}.new`, `${JSON.stringify(facts, null, 2)}\n`, { mode: 0o600 });
  await rename(`${fileOf(dataDir)}.new`, fileOf(dataDir));
}

/** Null where this data folder has no demo. */
export async function readDemoHosts(dataDir: string): Promise<DemoFacts['hosts'] | null> {
  const text = await readFile(fileOf(dataDir), 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as DemoFacts).hosts;
}
