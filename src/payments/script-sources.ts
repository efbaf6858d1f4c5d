import type { ScriptWords } from './gateway.ts';

/** The gateways with a script of their own. */
export type ScriptGateway = ScriptWords['gateway'];

/** A gateway's script, and the origins that a document with it has to do with. */
export type ScriptSources = {
  script: string;
  scripts: readonly string[];
  frames: readonly string[];
  connects: readonly string[];
};

type Known = ScriptSources & { api: string; path: string };

/**
 * Paystack: @paystack/inline-js 2.22.2 (npm, 2026-11-19) names the script and these origins; its wallets load Apple's SDK.
 * Flutterwave: developer.flutterwave.com/docs/inline has the script; the origins are those that the script itself names, since its
 * documentation lists none (looked for on 2026-11-19).
 * Stripe: docs.stripe.com/security/guide, for Stripe.js and embedded Checkout, as quoted in public repositories (2026-11-19). The script of
 * `basil` goes with the API's version in stripe.ts; the next but one renames its function (docs.stripe.com/changelog/dahlia/2026-03-25).
 */
const KNOWN: Record<ScriptGateway, Known> = {
  paystack: {
    api: 'https://api.paystack.co',
    path: '/inline.js',
    script: 'https://js.paystack.co/v2/inline.js',
    scripts: ['https://js.paystack.co', 'https://checkout.paystack.com', 'https://applepay.cdn-apple.com'],
    frames: ['https://checkout.paystack.com'],
    connects: [
      'https://api.paystack.co',
      'https://checkout.paystack.com',
      'https://standard.paystack.co',
      'https://studio-api.paystack.co',
    ],
  },
  flutterwave: {
    api: 'https://api.flutterwave.com',
    path: '/v3.js',
    script: 'https://checkout.flutterwave.com/v3.js',
    scripts: ['https://checkout.flutterwave.com'],
    frames: ['https://checkout.flutterwave.com', 'https://*.f4b-flutterwave.com'],
    connects: [
      'https://api.ravepay.co',
      'https://api.flutterwave.com',
      'https://checkout.flutterwave.com',
      'https://*.f4b-flutterwave.com',
    ],
  },
  stripe: {
    api: 'https://api.stripe.com',
    path: '/stripe.js',
    script: 'https://js.stripe.com/basil/stripe.js',
    scripts: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://checkout.stripe.com'],
    frames: [
      'https://js.stripe.com',
      'https://*.js.stripe.com',
      'https://hooks.stripe.com',
      'https://checkout.stripe.com',
    ],
    connects: ['https://api.stripe.com', 'https://checkout.stripe.com'],
  },
};

/** The operator's setting of a gateway's address, which tests change, moves its script along: nothing else decides which script runs. */
export function scriptSourcesOf(
  gateway: ScriptGateway,
  urls: Readonly<Record<ScriptGateway, string>>,
): ScriptSources {
  const { api, path, ...known } = KNOWN[gateway];
  const { origin } = new URL(urls[gateway]);
  if (origin === api) return known;
  return { script: `${origin}${path}`, scripts: [origin], frames: [origin], connects: [origin] };
}
