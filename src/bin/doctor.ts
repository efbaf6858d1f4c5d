import { ConfigError } from '../config/config-error.ts';
import type { Config } from '../config/config.ts';
import { readConfig } from '../config/read-config.ts';
import { isEmailAddress } from '../values/email-address.ts';
import { VERSION } from '../version.ts';
import { examine } from './doctor/examine.ts';
import { red, type Finding, type Light } from './doctor/finding.ts';
import { createHideSecrets } from './doctor/hide-secrets.ts';
import { openPatient } from './doctor/open-patient.ts';
import { readWords } from './read-words.ts';
import { dim, paintLight, print, printJson, visible } from './terminal.ts';

const HELP = `tessera doctor [--mail <address>] [--json]

  Looks at everything that a sale needs: settings, database, disk, clock, workers, addresses with their certificates and
  proxy, mail, gateways, Redis, the event stream, pictures, secret keys. It changes nothing, and shows no secret.

  --mail <address>   also send a test mail there
  --json             for programs

  Ends with 0 if all is green, with 1 if something is yellow, and with 2 if something is red or it could not look.`;

const EXIT_CODES: Record<Exclude<Light, 'off'>, number> = { green: 0, yellow: 1, red: 2 };

/** Says what is wrong with a running product and what to do about it. Works while anything of it is down. */
export async function doctor(words: string[]): Promise<void> {
  try {
    const { values, positionals } = readWords('doctor', words, {
      mail: { type: 'string' },
      json: { type: 'boolean' },
    });
    if (positionals.join() === 'help') return print(HELP);
    if (positionals.length > 0) throw new ConfigError('doctor takes options only: see tessera doctor help.');
    if (values.mail !== undefined && !isEmailAddress(values.mail))
      throw new ConfigError('--mail takes one e-mail address.');
    const findings = await findAll(values.mail ?? null);
    const light = worst(findings);
    if (values.json) printJson({ version: VERSION, lookedAt: new Date().toISOString(), light, findings });
    else printFindings(findings);
    process.exitCode = EXIT_CODES[light];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    // 1 would mean that something is yellow.
    process.stderr.write(`\ntessera: ${error.message}\n`);
    process.exitCode = EXIT_CODES.red;
  }
}

async function findAll(mailTo: string | null): Promise<Finding[]> {
  let config: Config;
  try {
    config = readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [
      {
        check: 'settings',
        ...red(error.message, 'See docs/configuration.md. Nothing else can be looked at before.'),
      },
    ];
  }
  const { open, trouble } = await openPatient(config);
  try {
    const findings = await examine({ config, environment: process.env, open, mailTo });
    if (!trouble) return findings;
    const hide = createHideSecrets(config);
    const database = { check: 'database', ...trouble, says: hide(trouble.says) };
    return [...findings.filter(isSettings), database, ...findings.filter((one) => !isSettings(one))];
  } finally {
    await open?.database.close();
  }
}

const isSettings = ({ check }: Finding): boolean => check === 'settings';

function worst(findings: Finding[]): Exclude<Light, 'off'> {
  return (['red', 'yellow'] as const).find((light) => findings.some((one) => one.light === light)) ?? 'green';
}

const WIDTH = { light: 7, check: 13 };

function printFindings(findings: Finding[]): void {
  print();
  for (const [index, { check, light, says, next }] of findings.entries()) {
    const name = findings[index - 1]?.check === check ? '' : check;
    const shown = (light === 'off' ? '–' : light).padEnd(WIDTH.light);
    print(`  ${paintLight(light, shown)} ${name.padEnd(WIDTH.check)} ${visible(says)}`);
    if (next !== null) print(`  ${' '.repeat(WIDTH.light + WIDTH.check + 1)} ${dim(`→ ${visible(next)}`)}`);
  }
  const count = (light: Light): number => findings.filter((one) => one.light === light).length;
  print(`\n  ${count('red')} red, ${count('yellow')} yellow, ${count('green')} green.\n`);
}
