import ipaddr from 'ipaddr.js';
import type { BucketSettings } from '../media/bucket.ts';

// Each reads the text of a setting, and returns undefined where it is not such a value.

export const wholeNumber = (from: number, to: number) => (text: string) => {
  const value = Number(text);
  return /^\d+$/.test(text) && value >= from && value <= to ? value : undefined;
};

export function httpUrl(text: string): string | undefined {
  const url = URL.parse(text);
  const isPlain =
    url && ['http:', 'https:'].includes(url.protocol) && !url.username && !url.search && !url.hash;
  return isPlain ? text.replace(/\/+$/, '') : undefined;
}

export const urlOf = (protocols: string[]) => (text: string) =>
  protocols.includes(URL.parse(text)?.protocol ?? '') ? text : undefined;

/** Several nodes of one cluster; a comma in a password is written as %2C. */
export function rabbitUrls(text: string): string[] | undefined {
  const urls = text.split(',').map((part) => part.trim());
  const isOne = (part: string) => /^amqps?:\/\/[^/]/.test(part) && Boolean(URL.parse(part)?.hostname);
  return urls.every(isOne) ? urls : undefined;
}

export const oneOf =
  <const T extends string>(...values: T[]) =>
  (text: string) =>
    values.find((value) => value === text);

export function proxyList(text: string): string[] | undefined {
  const parts = text.split(',').map((part) => part.trim());
  // A network of everybody would let anybody say any address.
  const isNetwork = (part: string) => ipaddr.isValidCIDR(part) && !part.endsWith('/0');
  const isAddress = (part: string) =>
    /^(loopback|linklocal|uniquelocal)$/.test(part) || ipaddr.isValid(part) || isNetwork(part);
  return parts.every(isAddress) ? parts : undefined;
}

export function hostsAndPorts(text: string): string[] | undefined {
  const pairs = text.split(',').map((part) => part.trim().toLowerCase());
  const isPair = (pair: string) => {
    const url = URL.parse(`http://${pair}`);
    return /^[\w.[\]:-]+:\d{1,5}$/.test(pair) && url !== null && url.pathname === '/';
  };
  return pairs.every(isPair) ? pairs : undefined;
}

export const readSecretKey = (text: string): Buffer | undefined =>
  /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : undefined;

export function secretKeyList(text: string): Buffer[] | undefined {
  const keys = text.split(',').map((part) => readSecretKey(part.trim()));
  return keys.every((key) => key !== undefined) ? keys : undefined;
}

export const withoutSpaces = (text: string): string | undefined =>
  /^[\x21-\x7e]{1,256}$/.test(text) ? text : undefined;

/** In the names that a bucket and a folder in it may have, nothing has to be encoded. */
export function bucketUrl(text: string): Omit<BucketSettings, 'credentials'> | undefined {
  const url = URL.parse(text);
  if (url?.protocol !== 's3:' || url.username || url.password || url.port || url.hash) return undefined;
  const folder = url.pathname.replace(/^\/|\/$/g, '');
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname) || !/^([\w.-]+(\/[\w.-]+)*)?$/.test(folder))
    return undefined;
  const { endpoint: given, region = 'us-east-1', ...others } = Object.fromEntries(url.searchParams);
  const endpoint = given === undefined ? `https://s3.${region}.amazonaws.com` : httpUrl(given);
  if (Object.keys(others).length > 0 || !/^[a-z0-9-]{1,40}$/.test(region) || endpoint === undefined)
    return undefined;
  if (new URL(endpoint).pathname !== '/') return undefined;
  return { bucket: url.hostname, prefix: folder && `${folder}/`, endpoint, region };
}
