import {
  KIB,
  NO_BODY,
  FORM_BODY,
  CALLBACK_BODY,
  get,
  post,
  DEVELOPMENT,
  PAY_PAGE,
  SANDBOX,
  type Route,
} from './route.ts';

/** Not there in production. */
export const DEVELOPMENT_ROUTES = {
  /** src/pages/sandbox: the gateway of development, and its page. */
  sandbox: {
    startPayment: post('/sandbox/v1/payments', { ...SANDBOX, maxBodyBytes: 16 * KIB }),
    getPayment: get('/sandbox/v1/payments/:reference', SANDBOX),
    closePayment: post('/sandbox/v1/payments/:reference/close', { ...SANDBOX, ...NO_BODY }),
    createRefund: post('/sandbox/v1/refunds', { ...SANDBOX, ...FORM_BODY }),
    getRefund: get('/sandbox/v1/refunds/:id', SANDBOX),
    payPage: get('/checkout/pay/:id', PAY_PAGE),
    pay: post('/checkout/pay/:id', { ...PAY_PAGE, ...FORM_BODY }),
  },
  /** src/pages/mailbox: the mails of development. */
  mailbox: {
    list: get('/mailbox', DEVELOPMENT),
    mail: get('/mailbox/:id', DEVELOPMENT),
    body: get('/mailbox/:id/body', DEVELOPMENT),
    raw: get('/mailbox/:id/raw', DEVELOPMENT),
    file: get('/mailbox/:id/files/:index', DEVELOPMENT),
  },
  /** src/pages/demo-shop: an integrator's site, as an example. */
  demoShop: {
    home: get('/demo', DEVELOPMENT),
    event: get('/demo/events/:slug', DEVELOPMENT),
    thanks: get('/demo/thanks', DEVELOPMENT),
    asset: get('/demo/assets/*', DEVELOPMENT),
    config: get('/demo/config.json', DEVELOPMENT),
    addReceiver: post('/demo/receivers/:slug', { ...DEVELOPMENT, ...NO_BODY }),
    webhooks: get('/demo/webhooks', DEVELOPMENT),
    receiveWebhook: post('/demo/webhooks/:slug', {
      ...DEVELOPMENT,
      calledWith: 'signature',
      ...CALLBACK_BODY,
    }),
  },
} satisfies Record<string, Record<string, Route>>;
