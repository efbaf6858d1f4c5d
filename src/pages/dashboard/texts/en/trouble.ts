export const trouble = {
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
  host_suspended: {
    title: 'This host is suspended',
    text: 'Whoever runs this service has stopped it: nothing is shown or sold until it is resumed. What was bought stays good. Ask them why.',
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
};
