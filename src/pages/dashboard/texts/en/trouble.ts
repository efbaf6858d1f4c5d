export const trouble = {
  home: 'Go to Home',
  again: 'Try again',
  not_found: {
    title: 'Page not found',
    text: 'Check the address for typing errors. The page may also have been removed.',
  },
  not_allowed: {
    title: 'Your role does not include this',
    text: 'If you need it, ask an owner of this host. The Team page shows what each role can do.',
  },
  host_suspended: {
    title: 'This host is suspended',
    text: 'The operator of this service has stopped it: nothing is shown or sold until they resume it. Sold tickets stay valid. Ask the operator why.',
  },
  too_often: {
    title: 'Too many requests',
    text: 'We are getting too many requests from your network. Try again in a minute.',
  },
  failed: {
    title: 'Something went wrong on our side',
    text: 'We have recorded the error. Everything you saved is safe. Try again in a moment.',
  },
  offline: {
    title: 'The server can’t be reached',
    text: 'You may be offline. Check your connection, and try again.',
  },
};
