import type { Config } from '../config/config.ts';
import { misspeltSettings } from '../config/misspelt-settings.ts';
import type { DemoFacts } from '../demo/demo-facts.ts';
import { publicEventUrl } from '../events/public-address.ts';
import { createMailer } from '../mail/mailer.ts';
import { originOf } from '../http/keep-origins-apart.ts';
import type { StartOptions } from './start-options.ts';
import { dim, print } from './terminal.ts';

/** Prints every address for the person who started the program. */
export function printAddresses(
  config: Config,
  options: StartOptions,
  hosts: DemoFacts['hosts'] | null,
): void {
  print();
  if (options.role === 'worker') printWorker(config);
  else printDoors(config, hosts);
  printProcesses(options);
  print(`  ${dim('Stop with Ctrl-C.')}\n`);
}

const row = (name: string, value: string): void => print(`  ${name.padEnd(11)} ${value}`);

function printDoors(config: Config, hosts: DemoFacts['hosts'] | null): void {
  const key = hosts?.[0]?.publicKey;
  if (config.seedsDemo) row('Demo shop', `${config.publicUrl}/demo`);
  const event = hosts?.[0]?.events[0];
  if (event) row('Event page', publicEventUrl(config.publicUrl, event.slug));
  row('API', config.baseUrl);
  row('Reference', `${config.publicUrl}/docs`);
  row('Checkout', config.checkoutUrl);
  row('Dashboard', config.dashboardUrl);
  const owner = hosts?.[0];
  if (owner) row('  sign in', `${owner.email}  ${owner.password}`);
  if (event?.checkInPath !== undefined) row('Check-in', config.dashboardUrl + event.checkInPath);
  if (!config.smtpUrl) row('Mailbox', `${config.publicUrl}/mailbox`);
  if (key) {
    row('Public key', key);
    print(`\n  Try it:     curl -H 'Authorization: Bearer ${key}' '${config.baseUrl}/events?limit=2'`);
  }
}

function printWorker({ host, port }: Config): void {
  const name = host.includes(':') ? `[${host}]` : host;
  row('Health', `http://${name}:${port}/api/v1/health`);
}

function printProcesses({ processes, role }: StartOptions): void {
  const does = {
    all: null,
    web: 'requests only: jobs, e-mails and deliveries wait for a start with --role worker',
    worker: 'jobs, e-mails and deliveries only',
  }[role];
  if (processes > 1) row('Processes', `${processes}, on one port`);
  if (does) row('Role', `${role}: ${does}`);
}

/** A mail server that is away stops nothing: mails wait for it. */
export async function printMailTrouble({ smtpUrl, mailFrom: from, dataDir }: Config): Promise<void> {
  if (smtpUrl === null) return;
  const { hostname, port } = new URL(smtpUrl);
  const mailer = createMailer({ smtpUrl, from, mailboxDir: dataDir });
  await mailer.ask().catch((error: Error) => {
    const address = port ? `${hostname}:${port}` : hostname;
    print(`  ! SMTP_URL, ${address}: ${error.message} Tickets are sold, and e-mails wait until it works.`);
  });
  mailer.close();
}

export function printWarnings(
  { isProduction, checkoutUrl, dashboardUrl }: Config,
  environment: Record<string, string | undefined>,
): void {
  for (const { name, setting } of misspeltSettings(environment))
    print(`  ! ${name} is not a setting: did you mean ${setting}? (docs/configuration.md)`);
  if (isProduction && originOf(checkoutUrl) === originOf(dashboardUrl))
    print(
      '  ! DASHBOARD_URL has the same origin as the checkout, which any site may frame: give the dashboard its own host name (docs/configuration.md)',
    );
}
