import assert from 'node:assert/strict';
import { createCachedLookUps } from '../cache/cached-look-ups.ts';
import type { Database } from '../db/database.ts';
import { Refusal } from '../refusal.ts';
import { ADAPTERS, connectGateway, type Connecting } from './adapters.ts';
import {
  GatewayRefused,
  type Callback,
  type Gateway,
  type GatewayName,
  type RawCallback,
} from './gateway.ts';
import { readPaymentAccount, type PaymentAccount } from './payment-accounts.ts';
import type { PaymentWay } from './payment-way.ts';
import { namesInCallback as sandboxNames } from './sandbox/sandbox-gateway.ts';
import { hasTestCredentials } from './test-credentials.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';

/** The gateway and account for an order's payment; the sandbox needs no account. */
export type ChosenGateway = { name: GatewayName; accountId: string | null };

export type Gateways = {
  /** The ways to pay a host in that currency, in the host's order; those that are down come last. Empty: there is none. */
  ways(hostId: string, currency: string): Promise<PaymentWay[]>;
  /** The first of these. Refuses where there is none. */
  choose(hostId: string, currency: string): Promise<ChosenGateway>;
  open(name: GatewayName, accountId: string | null): Promise<Gateway>;
  /** With credentials that are stored nowhere yet. */
  connect(account: PaymentAccount): Gateway;
  /** The names in a callback that nobody has verified, to find the account whose secret verifies it. */
  namesInCallback(name: GatewayName, callback: RawCallback): Callback;
};

// Every order asks. A host who has just changed the account waits this long until it is used.
const CHOICE_FRESH_FOR_MS = 5_000;
const MAX_CHOICES = 10_000;
// An account's secrets never change: a new secret is a new account.
const MAX_ACCOUNTS = 1_000;

type GatewaysOptions = Connecting & {
  database: Database;
  secretKeys: SecretKeys;
  /** Takes the payments of hosts who have no account. Null in production. */
  sandbox: Gateway | null;
  /** As in production: who pays with a test card there has paid nothing. */
  refusesTestCredentials?: boolean;
};

export function createGateways(options: GatewaysOptions): Gateways {
  const { database, secretKeys, sandbox, nowMs } = options;
  const choices = createCachedLookUps<PaymentWay[]>({
    max: MAX_CHOICES,
    freshForMs: CHOICE_FRESH_FOR_MS,
    now: nowMs,
  });
  const opened = createCachedLookUps<{ name: GatewayName; gateway: Gateway }>({ max: MAX_ACCOUNTS });

  async function readWays(hostId: string, currency: string): Promise<PaymentWay[]> {
    const { rows } = await database.query<{ id: string; gateway: GatewayName }>(
      `SELECT id, gateway FROM payment_accounts WHERE host_id = $1 AND currency = $2 AND disabled_at IS NULL
        ORDER BY down_since IS NOT NULL, position, id`,
      [hostId, currency],
    );
    if (rows.length === 0) return sandbox ? [{ kind: 'account', name: 'sandbox', accountId: null }] : [];
    const ways: PaymentWay[] = [];
    for (const { id, gateway } of rows) {
      // Known before the order is made, and not only when its payment is started.
      if (!options.refusesTestCredentials || (await isUsable(id)))
        ways.push({ kind: 'account', name: gateway, accountId: id });
    }
    return ways;
  }

  async function isUsable(accountId: string): Promise<boolean> {
    try {
      await openCached(accountId);
      return true;
    } catch (error) {
      if (error instanceof GatewayRefused) return false;
      throw error;
    }
  }

  async function openAccount(accountId: string): Promise<{ name: GatewayName; gateway: Gateway }> {
    const account = await readPaymentAccount(database, secretKeys, accountId);
    if (options.refusesTestCredentials && hasTestCredentials(account)) {
      throw new GatewayRefused(
        `payment account ${accountId} has test credentials, which production does not use`,
      );
    }
    return { name: account.gateway, gateway: connectGateway(account, options, accountId) };
  }

  const openCached = (accountId: string) => opened.find(accountId, () => openAccount(accountId));

  const ways = (hostId: string, currency: string) =>
    choices.find(`${hostId} ${currency}`, () => readWays(hostId, currency));

  return {
    ways,

    async choose(hostId, currency) {
      const [first] = await ways(hostId, currency);
      if (!first) {
        throw new Refusal('payment_gateway_error', `This host can’t take payments in ${currency} yet.`);
      }
      return { name: first.name, accountId: first.accountId };
    },

    async open(name, accountId) {
      if (accountId === null) {
        // In the demo it has the payments of other gateways too, whose accounts nobody has.
        assert(sandbox, `${name} without an account, and the sandbox is closed`);
        return sandbox;
      }
      const { name: kind, gateway } = await openCached(accountId);
      assert(kind === name, `payment account ${accountId} is with ${kind}, not with ${name}`);
      return gateway;
    },

    connect: (account) => connectGateway(account, options),

    namesInCallback: (name, callback) =>
      name === 'sandbox' ? sandboxNames(callback.body) : ADAPTERS[name].namesInCallback(callback),
  };
}
