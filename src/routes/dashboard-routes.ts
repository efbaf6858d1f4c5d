import {
  NO_BODY,
  ENTRANCE_BODY,
  FORM_BODY,
  PASSKEY_BODY,
  TEAM_BODY,
  LIST_BODY,
  SETTINGS_BODY,
  INVOICE_BODY,
  PICTURE_BODY,
  PLAN_BODY,
  get,
  post,
  patch,
  remove,
  by,
  byWithStep,
  SIGNED_IN,
  MAILED,
  UNFINISHED,
  HOST,
  EVENT,
  type Route,
} from './route.ts';

const PLAN = `${HOST}/seating-plans/:planId` as const;

/** A host's members, and each member's own account. */
export const DASHBOARD_ROUTES = {
  /** src/pages/dashboard: hosts. A GET is a view: a page for people, its data for the page's script. */
  dashboard: {
    enter: get('/dashboard', SIGNED_IN),
    enterWithSlash: get('/dashboard/', SIGNED_IN),
    home: get(HOST, by('host.enter')),
    events: get(`${HOST}/events`, by('host.enter')),
    /** These lead to the event that is on, or to a choice of events. */
    guests: get(`${HOST}/guests`, by('orders.see')),
    checkIn: get(`${HOST}/check-in`, by('check_in.see')),
    live: get(`${HOST}/live`, { ...by('host.enter'), isStream: true }),
    event: get(EVENT, by('figures.see')),
    eventSales: get(`${EVENT}/sales`, by('figures.see')),
    publishEvent: post(`${EVENT}/publish`, { ...by('events.change'), ...FORM_BODY }),
    unpublishEvent: post(`${EVENT}/unpublish`, { ...by('events.change'), ...NO_BODY }),
    changeVisibility: patch(`${EVENT}/visibility`, { ...by('events.change'), ...FORM_BODY }),
    // A member who may create events may delete a draft.
    deleteDraft: remove(EVENT, by('events.create')),
  },
  /** Signing up and in, invitations, links from e-mails: plain forms. */
  entrance: {
    signInPage: get('/dashboard/sign-in'),
    signIn: post('/dashboard/sign-in', ENTRANCE_BODY),
    askForPasskey: post('/dashboard/sign-in/passkey/options', NO_BODY),
    signInByPasskey: post('/dashboard/sign-in/passkey', PASSKEY_BODY),
    signOut: post('/dashboard/sign-out', NO_BODY),
    signUpPage: get('/dashboard/sign-up'),
    signUp: post('/dashboard/sign-up', ENTRANCE_BODY),
    askForResetPage: get('/dashboard/reset-password'),
    askForReset: post('/dashboard/reset-password', ENTRANCE_BODY),
    resetPage: get('/dashboard/reset-password/:token', MAILED),
    reset: post('/dashboard/reset-password/:token', { ...MAILED, ...ENTRANCE_BODY }),
    confirmPage: get('/dashboard/confirm-email/:token', MAILED),
    confirm: post('/dashboard/confirm-email/:token', { ...MAILED, ...ENTRANCE_BODY }),
    invitationPage: get('/dashboard/invitation/:token', MAILED),
    answerInvitation: post('/dashboard/invitation/:token', { ...MAILED, ...ENTRANCE_BODY }),
    sendConfirmation: post('/dashboard/me/confirm-email', { ...SIGNED_IN, ...NO_BODY }),
  },
  /** The person's own account: name, e-mail, password, factors, sessions. */
  me: {
    passSecondStep: post('/dashboard/second-step', { ...UNFINISHED, ...FORM_BODY }),
    askForPasskey: post('/dashboard/second-step/passkey/options', { ...UNFINISHED, ...NO_BODY }),
    passByPasskey: post('/dashboard/second-step/passkey', { ...UNFINISHED, ...PASSKEY_BODY }),
    secondStep: get('/dashboard/second-step', UNFINISHED),
    profile: get('/dashboard/me', SIGNED_IN),
    changeName: patch('/dashboard/me', { ...SIGNED_IN, ...FORM_BODY }),
    changeLanguage: patch('/dashboard/me/language', { ...SIGNED_IN, ...FORM_BODY }),
    newHost: get('/dashboard/me/new-host', SIGNED_IN),
    createHost: post('/dashboard/me/hosts', { ...SIGNED_IN, ...FORM_BODY }),
    confirmPassword: post('/dashboard/me/confirm-password', { ...SIGNED_IN, ...FORM_BODY }),
    askForNewEmail: post('/dashboard/me/email', { ...SIGNED_IN, ...FORM_BODY }),
    newEmailPage: get('/dashboard/change-email/:token', MAILED),
    changeEmail: post('/dashboard/change-email/:token', { ...MAILED, ...NO_BODY }),
    changePassword: post('/dashboard/me/password', { ...SIGNED_IN, ...FORM_BODY }),
    security: get('/dashboard/me/security', SIGNED_IN),
    beginTotp: post('/dashboard/me/authenticator-app/begin', { ...SIGNED_IN, ...NO_BODY }),
    addTotp: post('/dashboard/me/authenticator-app', { ...SIGNED_IN, ...FORM_BODY }),
    removeTotp: remove('/dashboard/me/authenticator-app', { ...SIGNED_IN, needsSecondStep: true }),
    askForNewPasskey: post('/dashboard/me/passkeys/options', { ...SIGNED_IN, ...NO_BODY }),
    addPasskey: post('/dashboard/me/passkeys', { ...SIGNED_IN, ...PASSKEY_BODY }),
    renamePasskey: patch('/dashboard/me/passkeys/:passkeyId', { ...SIGNED_IN, ...FORM_BODY }),
    removePasskey: remove('/dashboard/me/passkeys/:passkeyId', { ...SIGNED_IN, needsSecondStep: true }),
    renewRecoveryCodes: post('/dashboard/me/recovery-codes', {
      ...SIGNED_IN,
      needsSecondStep: true,
      ...NO_BODY,
    }),
    /** A supporter ends their own visit: nothing below a host takes a change of theirs. */
    leaveVisit: post('/dashboard/me/support-visits/:visitId/end', { ...SIGNED_IN, ...NO_BODY }),
    sessions: get('/dashboard/me/sessions', SIGNED_IN),
    endSession: remove('/dashboard/me/sessions/:sessionId', SIGNED_IN),
    endOtherSessions: post('/dashboard/me/sessions/end-others', { ...SIGNED_IN, ...NO_BODY }),
  },
  team: {
    view: get(`${HOST}/team`, by('team.see')),
    change: patch(`${HOST}/team/members/:memberId`, { ...byWithStep('team.manage'), ...TEAM_BODY }),
    remove: remove(`${HOST}/team/members/:memberId`, byWithStep('team.manage')),
    leave: post(`${HOST}/team/leave`, { ...by('host.enter'), ...NO_BODY }),
    invite: post(`${HOST}/team/invitations`, { ...byWithStep('team.manage'), ...TEAM_BODY }),
    inviteAgain: post(`${HOST}/team/invitations/:invitationId/send`, {
      ...byWithStep('team.manage'),
      ...NO_BODY,
    }),
    // Takes something away that was given with a second step: needs none itself.
    withdraw: remove(`${HOST}/team/invitations/:invitationId`, by('team.manage')),
  },
  /** Support's visits: asked for by the operator, allowed by an owner. */
  support: {
    view: get(`${HOST}/support`, by('team.manage')),
    allow: post(`${HOST}/support/:visitId/allow`, { ...byWithStep('team.manage'), ...FORM_BODY }),
    // These take something away, or give nothing: they need no second step.
    refuse: post(`${HOST}/support/:visitId/refuse`, { ...by('team.manage'), ...NO_BODY }),
    end: post(`${HOST}/support/:visitId/end`, { ...by('team.manage'), ...NO_BODY }),
  },
  keys: {
    view: get(`${HOST}/keys`, by('keys.manage')),
    create: post(`${HOST}/keys`, { ...by('keys.manage'), ...FORM_BODY }),
    rename: patch(`${HOST}/keys/:keyId`, { ...by('keys.manage'), ...FORM_BODY }),
    revoke: post(`${HOST}/keys/:keyId/revoke`, { ...by('keys.manage'), ...NO_BODY }),
    nameServers: patch(`${HOST}/keys/:keyId/servers`, { ...by('keys.manage'), ...FORM_BODY }),
    revealPrivate: post(`${HOST}/keys/private/reveal`, { ...byWithStep('private_key.manage'), ...NO_BODY }),
    rotatePrivate: post(`${HOST}/keys/private/rotate`, { ...byWithStep('private_key.manage'), ...FORM_BODY }),
  },
  paymentAccounts: {
    view: get(`${HOST}/payment-accounts`, by('payment_accounts.see')),
    gateway: get(`${HOST}/payment-accounts/gateways/:gateway`, by('payment_accounts.manage')),
    connect: post(`${HOST}/payment-accounts`, { ...byWithStep('payment_accounts.manage'), ...FORM_BODY }),
    disable: post(`${HOST}/payment-accounts/:accountId/disable`, {
      ...byWithStep('payment_accounts.manage'),
      ...NO_BODY,
    }),
    move: post(`${HOST}/payment-accounts/:accountId/move`, {
      ...byWithStep('payment_accounts.manage'),
      ...FORM_BODY,
    }),
  },
  bankTransfers: {
    settings: get(`${HOST}/payment-accounts/bank-transfer`, by('payment_accounts.see')),
    // It says where buyers send their money.
    change: patch(`${HOST}/payment-accounts/bank-transfer`, {
      ...byWithStep('payment_accounts.manage'),
      ...SETTINGS_BODY,
    }),
    view: get(`${HOST}/bank-transfers`, by('orders.refund')),
    checkStatement: post(`${HOST}/bank-transfers/statement/check`, { ...by('orders.refund'), ...LIST_BODY }),
    confirmStatement: post(`${HOST}/bank-transfers/statement`, {
      ...byWithStep('orders.refund'),
      ...LIST_BODY,
    }),
  },
  settings: {
    view: get(`${HOST}/settings`, by('settings.see')),
    change: patch(`${HOST}/settings`, { ...by('settings.change'), ...SETTINGS_BODY }),
  },
  invoices: {
    view: get(`${HOST}/invoices`, by('invoices.see')),
    change: patch(`${HOST}/invoices/settings`, { ...by('invoices.manage'), ...INVOICE_BODY }),
    file: get(`${HOST}/invoices/:invoiceId/file`, by('invoices.see')),
  },
  /** Halls as drawings, which events use. They are the whole host’s: nobody who has chosen events changes them. */
  seatingPlans: {
    list: get(`${HOST}/seating-plans`, by('seating_plans.manage')),
    create: post(`${HOST}/seating-plans`, { ...by('seating_plans.manage'), ...PLAN_BODY }),
    view: get(PLAN, by('seating_plans.manage')),
    draft: get(`${PLAN}/draft`, by('seating_plans.manage')),
    save: post(`${PLAN}/edits`, { ...by('seating_plans.manage'), ...PLAN_BODY }),
    publish: post(`${PLAN}/publish`, { ...by('seating_plans.manage'), ...FORM_BODY }),
    readVersion: get(`${PLAN}/versions/:number`, by('seating_plans.manage')),
    restore: post(`${PLAN}/restore`, { ...by('seating_plans.manage'), ...FORM_BODY }),
    import: post(`${PLAN}/import`, { ...by('seating_plans.manage'), ...PLAN_BODY }),
    download: get(`${PLAN}/file`, by('seating_plans.manage')),
    rename: post(`${PLAN}/rename`, { ...by('seating_plans.manage'), ...FORM_BODY }),
    duplicate: post(`${PLAN}/duplicate`, { ...by('seating_plans.manage'), ...FORM_BODY }),
    archive: post(`${PLAN}/archive`, { ...by('seating_plans.manage'), ...FORM_BODY }),
    uploadPicture: post(`${PLAN}/picture`, { ...by('seating_plans.manage'), ...PICTURE_BODY }),
  },
  audit: {
    view: get(`${HOST}/audit`, by('audit.see')),
  },
  search: {
    search: get(`${HOST}/search`, by('host.enter')),
  },
} satisfies Record<string, Record<string, Route>>;
