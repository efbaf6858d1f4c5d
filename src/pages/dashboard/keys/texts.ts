import { plural } from '../texts/en/words.ts';
import { textsWith } from '../texts/page-texts.ts';

const en = {
  title: 'Keys',
  intro:
    'Sites call the API with a public key. Visitors can see it; it allows nothing but buying your tickets.',
  list: 'Public keys',
  name: 'Name',
  key: 'Key',
  created: 'Created',
  status: 'Status',
  active: 'Active',
  revoked: 'Revoked',
  create: 'New key',
  createTitle: 'New public key',
  createButton: 'Create key',
  nameHint: 'Say where you use it, e.g. “Our shop” or “Festival site”.',
  made: (name: string) => `Key “${name}” created. You can use it now.`,
  rename: 'Rename',
  renameTitle: 'Rename key',
  renamed: (name: string) => `Key renamed to “${name}”.`,
  revoke: 'Revoke',
  revokeTitle: (name: string) => `Revoke “${name}”?`,
  revokeText:
    'Every site that uses this key stops selling at once. You can’t undo this: those sites will need a new key.',
  revokeButton: 'Revoke key',
  wasRevoked: (name: string) => `Key “${name}” revoked.`,
  emptyTitle: 'No keys yet',
  emptyText: 'Create one for each site that sells your tickets, so that you can revoke each separately.',
  copyOf: (name: string) => `Key of ${name}`,
  lastUsed: 'Last used',
  usedAgo: (minutes: number | null): string => {
    if (minutes === null) return 'Never';
    // The time is stored once a minute, so a key in constant use may look a minute old.
    if (minutes < 2) return 'Just now';
    if (minutes < 60) return `${minutes} minutes ago`;
    if (minutes < 24 * 60) return `${plural(Math.floor(minutes / 60), 'hour', 'hours')} ago`;
    return `${plural(Math.floor(minutes / (24 * 60)), 'day', 'days')} ago`;
  },
  namesServers: (count: number) => `${plural(count, 'server', 'servers')} listed`,
  servers: 'Server addresses',
  serversTitle: (name: string) => `Servers that call with “${name}”`,
  serversText:
    'We limit how many tickets one IP address can hold. If your own servers call for your buyers, list them here to lift the limit for them.',
  serversHint: 'One per line: an address such as 203.0.113.7, or a network such as 203.0.113.0/28.',
  serversSaved: (name: string) => `Servers of “${name}” saved.`,
  privateTitle: 'Private key',
  privateIntro:
    'We sign every webhook with it, so your receivers know it comes from us. Keep it on your servers: anyone who has it can fake a sale.',
  fingerprint: 'Fingerprint',
  reveal: 'Show private key',
  hide: 'Hide private key',
  rotate: 'Replace',
  rotateTitle: 'Replace the private key?',
  rotatedTitle: 'Private key replaced',
  rotateWarning:
    'The old key stops working at once, and you can’t get it back. Receivers that check signatures will refuse your sales until they have the new key.',
  rotateInFlight:
    'Deliveries being retried keep the old signature for half a minute. We sign everything else, and anything you resend, with the new key. All owners get an e-mail.',
  rotateButton: 'Replace private key',
  newPrivateKey: 'New private key',
  noReceivers: 'No event has a webhook yet, so there is nothing to update.',
  receivers: (count: number, hasMore: boolean) =>
    `${hasMore ? `More than ${count} receivers need` : plural(count, 'receiver needs', 'receivers need')} the new key:`,
  receiversList: 'Webhook receivers',
  receiver: (eventName: string, isEnabled: boolean) =>
    isEnabled ? eventName : `${eventName} (switched off)`,
};

export const useKeysTexts = textsWith({ en: { keys: en }, fr: { keys: en } });
export type KeysTexts = ReturnType<typeof useKeysTexts>;
