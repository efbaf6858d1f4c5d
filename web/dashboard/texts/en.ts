import { describeRule, type Rule } from '../../../src/values/rules.ts';

// All that the dashboard says, by the view that says it. Plain words, short sentences.

const plural = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

const asSentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const en = {
  shell: {
    dashboard: 'Tessera dashboard',
    skip: 'Skip to the content',
    navigation: 'Main',
    more: 'More',
    moreTitle: 'More pages',
    pages: {
      home: 'Home',
      keys: 'Keys',
      paymentAccounts: 'Payment accounts',
      team: 'Team',
      settings: 'Settings',
      audit: 'Audit log',
    },
    /** Where there is little room: the bar at the bottom of a phone. */
    shortPages: {
      home: 'Home',
      keys: 'Keys',
      paymentAccounts: 'Payments',
      team: 'Team',
      settings: 'Settings',
      audit: 'Audit log',
    },
    roles: { owner: 'Owner', manager: 'Manager', finance: 'Finance', door: 'Door' },
    switchHost: 'Switch host',
    yourHosts: 'Your hosts',
    findHost: 'Find a host',
    noSuchHost: 'None of your hosts has that name.',
    account: 'Account',
    yourAccount: 'Your account',
    signOut: 'Sign out',
    search: 'Search',
    loading: 'Loading',
    confirmEmail: (email: string) =>
      `Confirm your e-mail address: open the link that we sent to ${email}. Until then nothing goes public.`,
    sendAgain: 'Send the link again',
    sentAgain: 'Sent. Look into your mailbox in a minute.',
  },
  search: {
    title: 'Search',
    label: 'Search events, orders and pages',
    placeholder: 'Name, e-mail, reference or ticket code',
    pages: 'Pages',
    events: 'Events',
    orders: 'Orders',
    none: (text: string) => `Nothing found for “${text}”.`,
    count: (count: number) => plural(count, 'result', 'results'),
    failed: 'Events and orders can’t be searched just now.',
    close: 'Close',
    yourAccount: 'Your account',
  },
  parts: {
    cancel: 'Cancel',
    close: 'Close',
    save: 'Save',
    saved: 'Saved.',
    undo: 'Undo',
    optional: 'optional',
    dismiss: 'Dismiss',
    messages: 'Messages',
    copy: 'Copy',
    copied: 'Copied',
    copyFailed: 'Selected: copy it with your keyboard.',
    reveal: 'Show',
    hide: 'Hide',
    shownOnce: 'This is shown once. Copy it now, and keep it where only your server can read it.',
    actions: 'Actions',
    actionsOf: (name: string) => `Actions for ${name}`,
    showMore: 'Show more',
    filters: 'Filters',
    clearFilters: 'Clear filters',
    all: 'All',
    characters: (used: number, limit: number) => `${used} of ${limit} characters`,
    working: 'Working…',
    /** What a rule that is broken says at its field. */
    rule: (rule: Rule): string => {
      if (rule.kind === 'required' || (rule.kind === 'minLength' && rule.limit === 1)) return 'Fill this in.';
      if (rule.kind === 'oneOf') return 'Choose one.';
      return asSentence(describeRule(rule));
    },
    /** A sentence of the server's about a field, without the name that the field has there. */
    refusedField: (message: string, field: string): string =>
      asSentence(message.startsWith(`${field} `) ? message.slice(field.length + 1) : message),
    wrongFields: (count: number) => `${plural(count, 'field needs', 'fields need')} a look:`,
    offline: 'The server can’t be reached. Check your connection, and try again.',
    slow: 'That took too long. Try again.',
    failed: 'That did not work. Try again in a moment.',
    leave: {
      title: 'Leave without saving?',
      text: 'What you have typed on this page is lost if you leave now.',
      stay: 'Stay here',
      leave: 'Leave',
    },
    conflict: {
      title: 'Somebody else has changed this meanwhile',
      text: 'Nothing of yours is lost. Choose what counts for each field, then save again.',
      merged: 'Their change does not touch yours. Look at it, then save again.',
      field: 'Field',
      yours: 'Yours',
      theirs: 'Theirs',
      empty: 'empty',
      yes: 'yes',
      no: 'no',
    },
    secondStep: {
      title: 'Confirm that it is you',
      text: 'This needs your second factor, again after some minutes.',
      code: 'Code',
      codeHint: 'Six digits from your authenticator app, or one of your recovery codes.',
      confirm: 'Confirm',
      passkey: 'Use a passkey',
      passkeyFailed: 'The passkey was not confirmed. Try again, or use a code.',
    },
    factor: {
      title: 'Set up a second factor first',
      text: 'What moves money or opens secrets is protected by an authenticator app or a passkey. Setting one up takes a minute.',
      setUp: 'Set it up',
    },
    signIn: {
      title: 'You have been signed out',
      text: 'Your session has ended. Sign in again in a new tab, then come back: what you typed is still here.',
      signIn: 'Sign in in a new tab',
    },
  },
  trouble: {
    home: 'Go to the start',
    again: 'Try again',
    not_found: {
      title: 'There is nothing here',
      text: 'The address may have a typing error in it, or what was here has been removed.',
    },
    not_allowed: {
      title: 'Your role does not include this',
      text: 'Ask an owner of this host if you need it. The team’s page shows what each role may do.',
    },
    too_often: {
      title: 'A moment’s patience, please',
      text: 'Very many requests come from your network just now. Try again in a minute.',
    },
    failed: {
      title: 'Something went wrong on our side',
      text: 'It is on record. What you saved before is safe: try again in a moment.',
    },
    offline: {
      title: 'The server can’t be reached',
      text: 'You may be offline. Check your connection, and try again.',
    },
  },
  home: {
    title: 'Home',
    emptyTitle: 'No events yet',
    emptyText: 'Your events will be here, with what is sold, held and left.',
    events: 'Events',
  },
  keys: {
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
    emptyText:
      'Make one for each site that sells your tickets, so that one can be revoked without the others.',
    copyOf: (name: string) => `Key of ${name}`,
  },
  paymentAccounts: {},
  team: {},
  settings: {},
  audit: {},
  me: {},
  event: {},
  order: {},
};
