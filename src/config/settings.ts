import path from 'node:path';
import { isRedisUrl, REDIS_URL_TAKES } from '../cache/redis-address.ts';
import {
  ACCOUNT_GATEWAYS,
  GATEWAY_TITLES,
  urlSettingOf,
  type GatewayUrlSetting,
} from '../rules/gateway-accounts.ts';
import { GATEWAYS } from '../rules/gateways/all-gateways.ts';
import type { GatewayFacts } from '../rules/gateways/gateway-facts.ts';
import { SMTP_URL_TAKES } from './deployment-mistake.ts';
import {
  bucketUrl,
  hostsAndPorts,
  httpUrl,
  oneOf,
  proxyList,
  rabbitUrls,
  readSecretKey,
  secretKeyList,
  urlOf,
  wholeNumber,
  withoutSpaces,
} from './parse-values.ts';

type Setting<T> = {
  /** A good value in words: shown in the error and in docs/configuration.md. */
  takes: string;
  /** The default as documentation shows it. */
  byDefault: string;
  about: string;
  /** Returns undefined where the text is not such a value. */
  parse: (text: string) => T | undefined;
};

const setting = <T>(value: Setting<T>) => value;

const defaultUrl = ({ url, testUrl }: GatewayFacts): string =>
  testUrl === undefined ? `\`${url}\`` : `\`${url}\`; in development \`${testUrl}\``;

const gatewayUrls = Object.fromEntries(
  ACCOUNT_GATEWAYS.map((gateway) => [
    urlSettingOf(gateway),
    setting({
      takes: 'an http or https URL without query',
      byDefault: defaultUrl(GATEWAYS[gateway]),
      about: `Where ${GATEWAY_TITLES[gateway]} answers.`,
      parse: httpUrl,
    }),
  ]),
) as Record<GatewayUrlSetting, Setting<string>>;

/** Every variable the program reads. Nothing else in the code looks at the environment. */
export const SETTINGS = {
  PORT: setting({
    takes: 'a port, 1 to 65535',
    byDefault: '3000',
    about: 'The port the program listens on.',
    parse: wholeNumber(1, 65_535),
  }),
  HOST: setting({
    takes: 'an address or a host name',
    byDefault: '127.0.0.1',
    about: 'The address the program listens on. `0.0.0.0` lets other machines in.',
    parse: (text: string) => (/^[\w.:-]+$/.test(text) ? text : undefined),
  }),
  MAX_CONNECTIONS: setting({
    takes: 'a whole number, 1 to 1000000',
    byDefault: '10000',
    about: 'How many connections one process keeps open at once. It closes further ones at once.',
    parse: wholeNumber(1, 1_000_000),
  }),
  DRAIN_SECONDS: setting({
    takes: 'a whole number, 0 to 60',
    byDefault: '0, 5 in production',
    about:
      'How long the program serves on after `SIGTERM` while `/ready` says no: the time in which a balancer notices. See [restarts](operating/restarts.md).',
    parse: wholeNumber(0, 60),
  }),
  METRICS_PORT: setting({
    takes: 'a port, 1 to 65535',
    byDefault: 'none: no metrics',
    about:
      'The port where the process serves its metrics to Prometheus, at `/metrics`. See [metrics](operating/metrics.md).',
    parse: wholeNumber(1, 65_535),
  }),
  METRICS_HOST: setting({
    takes: 'an address or a host name',
    byDefault: '127.0.0.1',
    about:
      'The address of the metrics port. Anyone who can reach it can read all figures: allow only Prometheus.',
    parse: (text: string) => (/^[\w.:-]+$/.test(text) ? text : undefined),
  }),
  DATA_DIR: setting({
    takes: 'a folder',
    byDefault: '.tessera',
    about: 'Where the embedded database, its secrets and uploaded images are kept.',
    parse: (text: string) => path.resolve(text),
  }),
  MEDIA_URL: setting({
    takes: 'a URL such as s3://bucket/folder?endpoint=https://s3.example&region=eu-west-1',
    byDefault: 'the folder `media` of `DATA_DIR`',
    about:
      'A bucket for pictures in an S3-compatible store. Without `endpoint`, the store is AWS, in that `region`. See [media](operating/media.md).',
    parse: bucketUrl,
  }),
  AWS_ACCESS_KEY_ID: setting({
    takes: 'the id of a key, without spaces',
    byDefault: 'none',
    about: 'The key that may read and write the bucket of `MEDIA_URL`, which requires it.',
    parse: withoutSpaces,
  }),
  AWS_SECRET_ACCESS_KEY: setting({
    takes: 'the secret of a key, without spaces',
    byDefault: 'none',
    about: 'The secret of that key.',
    parse: withoutSpaces,
  }),
  DATABASE_URL: setting({
    takes: 'a URL that begins with postgres:// or postgresql://',
    byDefault: 'the embedded database',
    about: 'An external PostgreSQL, version 15 or newer.',
    parse: urlOf(['postgres:', 'postgresql:']),
  }),
  DATABASE_POOL_SIZE: setting({
    takes: 'a whole number, 2 to 500',
    byDefault: '10',
    about: 'The most database connections that one process keeps.',
    parse: wholeNumber(2, 500),
  }),
  REDIS_URL: setting({
    takes: REDIS_URL_TAKES,
    byDefault: 'an in-process cache',
    about:
      'A Redis that several processes share their rate limits through. With sentinels, see [failover](operating/failover.md).',
    parse: (text: string) => (isRedisUrl(text) ? text : undefined),
  }),
  RABBITMQ_URL: setting({
    takes: 'URLs that begin with amqp:// or amqps://, separated by commas',
    byDefault: 'none, and no event stream',
    about:
      'A RabbitMQ that every event of a sale is published to; several nodes of one cluster are tried in turn. See [the event stream](operating/event-stream.md).',
    parse: rabbitUrls,
  }),
  OPENSEARCH_URL: setting({
    takes: 'a URL that begins with http:// or https://',
    byDefault: 'none',
    about:
      'An OpenSearch that the health report asks. [Nothing else needs it](#services-that-are-only-asked).',
    parse: urlOf(['http:', 'https:']),
  }),
  NEO4J_URL: setting({
    takes: 'a URL that begins with neo4j:// or bolt://, or with +s in them for TLS',
    byDefault: 'none',
    about: 'A Neo4j that the health report asks. [Nothing else needs it](#services-that-are-only-asked).',
    parse: urlOf(['neo4j:', 'neo4j+s:', 'bolt:', 'bolt+s:']),
  }),
  MONGODB_URL: setting({
    takes: 'a URL that begins with mongodb:// or mongodb+srv://',
    byDefault: 'none',
    about: 'A MongoDB that the health report asks. [Nothing else needs it](#services-that-are-only-asked).',
    // Its hosts may be several, which URL.parse takes for none.
    parse: (text: string) => (/^mongodb(\+srv)?:\/\/[^\s/]+(\/\S*)?$/.test(text) ? text : undefined),
  }),
  PUBLIC_URL: setting({
    takes: 'an http or https URL without query',
    byDefault: '`http://localhost:<PORT>`',
    about: 'The address the product is reached at from outside. The API is at `<PUBLIC_URL>/api/v1`.',
    parse: httpUrl,
  }),
  CHECKOUT_URL: setting({
    takes: 'an http or https URL without query',
    byDefault: '`<PUBLIC_URL>/checkout`',
    about: 'The address of the checkout embed.',
    parse: httpUrl,
  }),
  DASHBOARD_URL: setting({
    takes: 'an http or https URL without query',
    byDefault: '`<PUBLIC_URL>/dashboard`',
    about: "The address of the hosts' dashboard.",
    parse: httpUrl,
  }),
  PAYMENT_FRAME_URL: setting({
    takes: 'an http or https URL of a host alone, such as https://pay.example',
    byDefault: 'none: buyers pay in a tab of their own',
    about:
      "Another origin of this same program, where gateways' scripts run, so that buyers can pay within the checkout's frame. See [payment in the frame](#payment-in-the-frame).",
    parse: (text: string) => {
      const url = httpUrl(text);
      return url !== undefined && new URL(url).pathname === '/' ? new URL(url).origin : undefined;
    },
  }),
  HOME_URL: setting({
    takes: 'an http or https URL without query',
    byDefault: 'the front page of Tessera',
    about: 'Your own site. Visitors of `<PUBLIC_URL>/` are sent there.',
    parse: httpUrl,
  }),
  TRUST_PROXY: setting({
    takes: 'addresses or networks separated by commas, such as 10.0.0.0/8 or loopback',
    byDefault: 'none',
    about:
      "Proxies whose `X-Forwarded-For` we trust. The client's address decides rate limits and shared carts.",
    parse: proxyList,
  }),
  RATE_LIMIT_PER_KEY: setting({
    takes: 'a whole number of at least 1',
    byDefault: '60000',
    about:
      'Requests a minute for one public key. Above it, addresses with few requests are still served, up to half as many again.',
    parse: wholeNumber(1, 1_000_000_000),
  }),
  RATE_LIMIT_PER_ADDRESS: setting({
    takes: 'a whole number of at least 1',
    byDefault: '3000',
    about: 'Requests a minute for one client address with one key, and to the order pages.',
    parse: wholeNumber(1, 1_000_000_000),
  }),
  HOLD_LIMIT_PER_ADDRESS: setting({
    takes: 'a whole number of at least 1',
    byDefault: '200',
    about:
      'Tickets of one event that one client address can hold at once. Mobile networks share addresses. For a small event, a share of its capacity counts instead.',
    parse: wholeNumber(1, 1_000_000_000),
  }),
  HOST_MAILS_PER_DAY: setting({
    takes: 'a whole number of at least 1',
    byDefault: '2000',
    about:
      "E-mails a day that one host can cause: complimentary tickets, counter sales, messages to those guests, what members do with single orders, and tickets of free orders that its own server created. New hosts start with 100 and get the full number after 30 days, or after 100 orders paid through a gateway; new hosts of one account share it. Orders by buyers themselves don't count.",
    parse: wholeNumber(1, 1_000_000_000),
  }),
  MESSAGE_MAILS_PER_SECOND: setting({
    takes: 'a whole number from 1 to 1000',
    byDefault: '10',
    about:
      "E-mails a second that one process sends for hosts' messages to ticket holders and for tickets sent again in bulk. New tickets go first, as fast as the mail server takes them.",
    parse: wholeNumber(1, 1_000),
  }),
  LOG_LEVEL: setting({
    takes: 'one of debug, info, warn, error, silent',
    byDefault: 'info',
    about: '`debug` logs every request; `info` logs failures and what the program does by itself.',
    parse: oneOf('debug', 'info', 'warn', 'error', 'silent'),
  }),
  SECRET_KEY: setting({
    takes: '64 hexadecimal digits (make them with: openssl rand -hex 32)',
    byDefault: 'made once and kept in `DATA_DIR`',
    about:
      'Seals private keys and credentials of payment accounts, signs ticket codes and cursors. Required with `DATABASE_URL`.',
    parse: readSecretKey,
  }),
  ACCEPTED_SECRET_KEYS: setting({
    takes: 'keys such as SECRET_KEY separated by commas',
    byDefault: 'none',
    about: 'Other keys to accept: earlier ones, or the next one. See [a new secret key](#a-new-secret-key).',
    parse: secretKeyList,
  }),
  ENVIRONMENT: setting({
    takes: 'development or production',
    byDefault: 'development, where nobody else can reach it',
    about:
      'Required where `DATABASE_URL` is set, `HOST` is not loopback or a URL of ours is not localhost. See [production](#production).',
    parse: oneOf('development', 'production'),
  }),
  ALLOW_HTTP: setting({
    takes: 'on or off',
    byDefault: 'off',
    about:
      'Whether `PUBLIC_URL`, `CHECKOUT_URL`, `DASHBOARD_URL` and `PAYMENT_FRAME_URL` may be plain http in production.',
    parse: oneOf('on', 'off'),
  }),
  PAYMENT_WINDOW_MINUTES: setting({
    takes: 'a whole number, 1 to 1440',
    byDefault: '30',
    about: 'How long an order keeps its tickets while it waits for its payment.',
    parse: wholeNumber(1, 1_440),
  }),
  SMTP_URL: setting({
    takes: SMTP_URL_TAKES,
    byDefault: 'the built-in mailbox at `<PUBLIC_URL>/mailbox`',
    about: 'The mail server that tickets are sent through. Required in production.',
    parse: urlOf(['smtp:', 'smtps:']),
  }),
  MAIL_FROM: setting({
    takes: 'an e-mail address, or a name and an address in angle brackets',
    byDefault: '`Tessera <tickets@localhost>`',
    about: 'The sender of the e-mails.',
    parse: (text: string) =>
      /^([^<>"\r\n]{1,100} <[^<>\s@]{1,64}@[^<>\s@]{1,189}>|[^<>\s@]{1,64}@[^<>\s@]{1,189})$/.test(text)
        ? text
        : undefined,
  }),
  SIGN_UP: setting({
    takes: 'one of open, invited, closed',
    byDefault: 'open, closed in production',
    about:
      'Sign-up of hosts. `open`: anyone. `invited`: nobody, but owners can invite people to their hosts. `closed`: only by `tessera hosts` and `tessera members`; owners can invite people who already have an account.',
    parse: oneOf('open', 'invited', 'closed'),
  }),
  STATUS_PAGE: setting({
    takes: 'on or off',
    byDefault: 'off',
    about:
      'Whether people can read at `<PUBLIC_URL>/status` whether the service works, and the incidents that you write. See [the status page](operating/status-page.md).',
    parse: oneOf('on', 'off'),
  }),
  WEBHOOK_ALLOW: setting({
    takes: 'host:port pairs separated by commas, such as 127.0.0.1:4000',
    byDefault: 'none',
    about:
      'Receivers of webhooks that may be plain HTTP and at a private address, for development and tests. Refused in production.',
    parse: hostsAndPorts,
  }),
  APPLE_PASS_FILE: setting({
    takes: 'a file in PEM with the key, your certificate of a pass type and the one of Apple that issued it',
    byDefault: 'none: no passes for Apple Wallet',
    about: 'What passes for Apple Wallet are signed with. See [passes](operating/passes.md).',
    parse: (text: string) => path.resolve(text),
  }),
  APPLE_PUSH_URL: setting({
    takes: 'an http or https URL without query',
    byDefault: '`https://api.push.apple.com`',
    about: 'Where Apple takes word that a pass has changed.',
    parse: httpUrl,
  }),
  GOOGLE_WALLET_FILE: setting({
    takes: 'a file in JSON with the key of a service account',
    byDefault: 'none: no passes for Google Wallet',
    about:
      'The service account that passes for Google Wallet are signed with. Requires `GOOGLE_WALLET_ISSUER_ID`. See [passes](operating/passes.md).',
    parse: (text: string) => path.resolve(text),
  }),
  GOOGLE_WALLET_ISSUER_ID: setting({
    takes: 'the digits of an issuer id',
    byDefault: 'none',
    about: 'Your issuer id at Google Wallet.',
    parse: (text: string) => (/^\d{1,30}$/.test(text) ? text : undefined),
  }),
  GOOGLE_WALLET_URL: setting({
    takes: 'an http or https URL without query',
    byDefault: '`https://walletobjects.googleapis.com`',
    about: 'Where Google Wallet takes changes of passes.',
    parse: httpUrl,
  }),
  GOOGLE_TOKEN_URL: setting({
    takes: 'an http or https URL without query',
    byDefault: '`https://oauth2.googleapis.com/token`',
    about: 'Where Google gives the service account its access tokens.',
    parse: httpUrl,
  }),
  ...gatewayUrls,
  DEMO: setting({
    takes: 'on or off',
    byDefault: 'on with the embedded database, off with `DATABASE_URL` and in production',
    about: 'Whether an empty database is filled with the demo hosts and events. Refused in production.',
    parse: oneOf('on', 'off'),
  }),
} as const;
