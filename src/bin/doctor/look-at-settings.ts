import { misspeltSettings } from '../../config/misspelt-settings.ts';
import { originOf } from '../../http/keep-origins-apart.ts';
import { green, yellow, type Patient, type Seen } from './finding.ts';

/** Settings that can be used, one by one and together: others end every command in a line. */
export async function lookAtSettings({ config, environment }: Patient): Promise<Seen[]> {
  const { isProduction, checkoutUrl, dashboardUrl, mailFrom, publicUrl } = config;
  const seen = misspeltSettings(environment).map(({ name, setting }) =>
    yellow(`${name} is not a setting.`, `Did you mean ${setting}? See docs/configuration.md.`),
  );
  if (!isProduction)
    return [
      ...seen,
      isLocal(publicUrl)
        ? green('Development: payments are only pretended, and everyone can read the mails.')
        : yellow(
            'Development at a public address: tickets cost nothing, and everyone can read the mails.',
            'Set ENVIRONMENT=production before you sell.',
          ),
    ];
  if (originOf(checkoutUrl) === originOf(dashboardUrl))
    seen.push(
      yellow(
        'The dashboard has the same origin as the checkout, which any site may frame.',
        'Give DASHBOARD_URL a host name of its own: docs/configuration.md.',
      ),
    );
  if (/@localhost>?$/.test(mailFrom))
    seen.push(
      yellow(
        'MAIL_FROM is an address at localhost: mail servers refuse it.',
        'Set MAIL_FROM to an address of yours.',
      ),
    );
  return seen.length > 0 ? seen : [green('Production; every setting can be used.')];
}

const isLocal = (url: string): boolean => /^(.+\.)?localhost$|^127\.|^\[::1\]$/.test(new URL(url).hostname);
