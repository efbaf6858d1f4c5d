import { Object as Exact, Optional, String, type TObject, type TOptional, type TString } from 'typebox';
import type { PaymentMethod } from '../payment-methods.ts';

/** How a gateway takes a currency. Amounts are in the currency's smallest unit. */
export type Taking = {
  smallestMinor: number;
  largestMinor: number;
  /** Every amount is a multiple of this. */
  stepMinor: number;
  /** Decimals of the integers that it is told; null: it is told a decimal number. */
  decimals: number | null;
};

/** All that server and browser know of a gateway besides its adapter. */
export type GatewayFacts = {
  /** Its API, without a slash at the end, unless a setting says otherwise. */
  url: string;
  /** The address that takes the place of that one in development, and is refused in production, where no key tells a test by itself. */
  testUrl?: string;
  /** Its own page on which a host answers disputes, or leads to it. */
  disputesPage: string;
  /** The credentials of an account. Forms and the server check by the same. */
  credentials: TObject;
  /** The secret keys of its test mode; null: they look like any other. */
  testKeys: RegExp | null;
  /** Told to a host whose key lacks a permission. */
  neededPermissions: string;
  currencies: readonly string[];
  /** The currencies of the countries that it is made for: there it is offered before the others. */
  atHomeIn: readonly string[];
  /** Asked for its own currencies only. */
  takingOf(currency: string): Taking;
  /**
   * The ways to pay on its page besides cards. Ways that its documentation does not plainly put there are left out: we promise less
   * rather than more. A host may have switched some off in its account, and wallets that hold cards are cards here.
   */
  besidesCards(currency: string): PaymentMethod[];
  /** Left out where it does. */
  takesCards?: false;
};

/** An object of exactly these secrets, each with the format that it has. */
export const credentialsOf = <Formats extends Record<string, string>>(
  formats: Formats,
): TObject<{ [Name in keyof Formats]: ReturnType<typeof Secret> }> =>
  Exact(
    Object.fromEntries(Object.entries(formats).map(([name, format]) => [name, Secret(format)])) as {
      [Name in keyof Formats]: ReturnType<typeof Secret>;
    },
    { additionalProperties: false },
  );

/** With the public key for the gateway's script besides. Without it buyers pay in a tab. */
export const withPublicKey = <Formats extends Record<string, string>>(
  formats: Formats,
  format: string,
): TObject<{ [Name in keyof Formats]: ReturnType<typeof Secret> } & { publicKey: TOptional<TString> }> =>
  Exact(
    {
      ...credentialsOf(formats).properties,
      publicKey: Optional(String({ minLength: 1, maxLength: 255, format })),
    },
    { additionalProperties: false },
  );

const Secret = (format: string) => String({ maxLength: 255, format });

export function toMinor(major: string, decimals: number): number {
  const [whole = '0', fraction = ''] = major.split('.');
  return Number(whole + fraction.padEnd(decimals, '0'));
}

// No limit is known: as much as can be told in hundredths.
export const LARGEST_KNOWN = Number.MAX_SAFE_INTEGER / 100;
