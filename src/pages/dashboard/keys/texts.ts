import { plural } from '../texts/en/words.ts';
import { textsWith } from '../texts/page-texts.ts';

const en = {
  title: 'Keys',
  intro:
    'A site calls the API with a public key. It can be seen in the page, and opens nothing but the sale of your tickets.',
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
  nameHint: 'Where the key is used, such as “Our shop” or “Festival site”.',
  made: (name: string) => `The key “${name}” works from now on.`,
  rename: 'Rename',
  renameTitle: 'Rename the key',
  renamed: (name: string) => `The key is called “${name}” now.`,
  revoke: 'Revoke',
  revokeTitle: (name: string) => `Revoke “${name}”?`,
  revokeText:
    'Every site that calls with this key stops selling at once. It can’t be taken back: a new key has to be entered there.',
  revokeButton: 'Revoke the key',
  wasRevoked: (name: string) => `The key “${name}” is revoked.`,
  emptyTitle: 'No key yet',
  emptyText: 'Make one for each site that sells your tickets, so that one can be revoked without the others.',
  copyOf: (name: string) => `Key of ${name}`,
  lastUsed: 'Last used',
  usedAgo: (minutes: number | null): string => {
    if (minutes === null) return 'Never';
    // It is written down once a minute: what is in use all the time may look a minute old.
    if (minutes < 2) return 'Just now';
    if (minutes < 60) return `${minutes} minutes ago`;
    if (minutes < 24 * 60) return `${plural(Math.floor(minutes / 60), 'hour', 'hours')} ago`;
    return `${plural(Math.floor(minutes / (24 * 60)), 'day', 'days')} ago`;
  },
  namesServers: (count: number) => `Names ${plural(count, 'server', 'servers')}`,
  servers: 'Server addresses',
  serversTitle: (name: string) => `Servers that call with “${name}”`,
  serversText:
    'One address may only hold so many tickets at a time. If your own servers call for your buyers, name them here: the limit is not for them.',
  serversHint: 'One to a line: an address such as 203.0.113.7, or a network such as 203.0.113.0/28.',
  serversSaved: (name: string) => `The servers of “${name}” are saved.`,
  privateTitle: 'Private key',
  privateIntro:
    'It signs every webhook, so that your receivers know that it comes from here. Keep it on your servers: whoever has it can forge a sale.',
  fingerprint: 'Fingerprint',
  reveal: 'Show the private key',
  hide: 'Hide the private key',
  rotate: 'Replace it',
  rotateTitle: 'Replace the private key?',
  rotatedTitle: 'The private key is replaced',
  rotateWarning:
    'The old key is of no use from that moment on, and it can’t be had back. A receiver that checks signatures refuses your sales until it has the new key.',
  rotateInFlight:
    'Deliveries that were tried before keep the old signature for the half minute in which they are tried again. Everything else, and whatever you send again by hand, is signed with the new key. All owners get an e-mail.',
  rotateButton: 'Replace the private key',
  newPrivateKey: 'New private key',
  noReceivers: 'No event has a webhook receiver yet, so nobody has to be told.',
  receivers: (count: number, hasMore: boolean) =>
    `${hasMore ? `More than ${count} receivers need` : plural(count, 'receiver needs', 'receivers need')} the new key:`,
  receiversList: 'Receivers of webhooks',
  receiver: (eventName: string, isEnabled: boolean) =>
    isEnabled ? eventName : `${eventName} (switched off)`,
};

export const useKeysTexts = textsWith({ en: { keys: en }, fr: { keys: en } });
export type KeysTexts = ReturnType<typeof useKeysTexts>;
