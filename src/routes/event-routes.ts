import {
  NO_BODY,
  FORM_BODY,
  TICKET_TYPE_BODY,
  TRANSLATION_BODY,
  ADDRESS_BODY,
  EMBED_BODY,
  SETTINGS_BODY,
  NEWS_BODY,
  PROMO_BODY,
  LIST_BODY,
  PLAN_BODY,
  USE_PLAN_BODY,
  DETAILS_BODY,
  PICTURE_BODY,
  get,
  post,
  patch,
  remove,
  by,
  byWithStep,
  HOST,
  EVENT,
  type Route,
} from './route.ts';

/** The pages on which a host makes and changes an event. */
export const EVENT_ROUTES = {
  /** An event is made, or made again from another. */
  newEvent: {
    view: get(`${HOST}/new-event`, by('events.create')),
    create: post(`${HOST}/new-event`, { ...by('events.create'), ...FORM_BODY }),
    save: patch(`${EVENT}/draft`, { ...by('events.change'), ...FORM_BODY }),
    duplicateView: get(`${EVENT}/duplicate`, by('events.create')),
    duplicate: post(`${EVENT}/duplicate`, { ...by('events.create'), ...FORM_BODY }),
  },
  /** The event's texts for buyers, and its place and time. */
  eventDetails: {
    view: get(`${EVENT}/details`, by('events.see')),
    change: patch(`${EVENT}/details`, { ...by('events.change'), ...DETAILS_BODY }),
    preview: post(`${EVENT}/details/preview`, { ...by('events.change'), ...SETTINGS_BODY }),
  },
  /** The poster and the gallery. An upload is a picture's bytes; what then shows it names it by its id. */
  eventPictures: {
    view: get(`${EVENT}/pictures`, by('events.see')),
    upload: post(`${EVENT}/pictures`, { ...by('events.change'), ...PICTURE_BODY }),
    // For an event that is not made yet.
    uploadFirst: post(`${HOST}/pictures`, { ...by('events.create'), ...PICTURE_BODY }),
    changePoster: patch(`${EVENT}/poster`, { ...by('events.change'), ...FORM_BODY }),
    addImage: post(`${EVENT}/gallery`, { ...by('events.change'), ...FORM_BODY }),
    order: patch(`${EVENT}/gallery`, { ...by('events.change'), ...FORM_BODY }),
    changeImage: patch(`${EVENT}/gallery/:imageId`, { ...by('events.change'), ...FORM_BODY }),
    removeImage: remove(`${EVENT}/gallery/:imageId`, by('events.change')),
  },
  /** The ticket types: prices, quantities and times. */
  eventTickets: {
    view: get(`${EVENT}/tickets`, by('events.see')),
    add: post(`${EVENT}/tickets`, { ...by('events.change'), ...TICKET_TYPE_BODY }),
    change: patch(`${EVENT}/tickets/:ticketTypeId`, { ...by('events.change'), ...TICKET_TYPE_BODY }),
    delete: remove(`${EVENT}/tickets/:ticketTypeId`, by('events.change')),
    reorder: post(`${EVENT}/tickets/order`, { ...by('events.change'), ...FORM_BODY }),
    stopSelling: post(`${EVENT}/tickets/stop-selling`, { ...by('events.change'), ...FORM_BODY }),
    goOnSelling: post(`${EVENT}/tickets/go-on-selling`, { ...by('events.change'), ...TICKET_TYPE_BODY }),
    shareStock: post(`${EVENT}/tickets/pools`, { ...by('events.change'), ...FORM_BODY }),
    changePool: patch(`${EVENT}/tickets/pools/:poolId`, { ...by('events.change'), ...FORM_BODY }),
    dissolvePool: post(`${EVENT}/tickets/pools/:poolId/dissolve`, { ...by('events.change'), ...FORM_BODY }),
  },
  /** The event's own texts in further languages. */
  eventTranslations: {
    view: get(`${EVENT}/translations`, by('events.see')),
    changeFirst: patch(`${EVENT}/translations`, { ...by('events.change'), ...FORM_BODY }),
    add: post(`${EVENT}/translations/languages`, { ...by('events.change'), ...FORM_BODY }),
    save: patch(`${EVENT}/translations/texts`, { ...by('events.change'), ...TRANSLATION_BODY }),
    remove: post(`${EVENT}/translations/remove`, { ...by('events.change'), ...FORM_BODY }),
  },
  /** Returns by buyers, and tickets that they give to others. It gives away money, so it takes the power to refund a whole event. */
  eventReturns: {
    view: get(`${EVENT}/returns`, by('events.see')),
    change: patch(`${EVENT}/returns`, { ...byWithStep('events.refund'), ...FORM_BODY }),
  },
  /** The questions to buyers. */
  eventQuestions: {
    view: get(`${EVENT}/questions`, by('events.see')),
    add: post(`${EVENT}/questions`, { ...by('events.change'), ...TICKET_TYPE_BODY }),
    change: patch(`${EVENT}/questions/:questionId`, { ...by('events.change'), ...TICKET_TYPE_BODY }),
    remove: remove(`${EVENT}/questions/:questionId`, by('events.change')),
    reorder: post(`${EVENT}/questions/order`, { ...by('events.change'), ...FORM_BODY }),
  },
  /** The seats of the hall, and which ticket type each is sold as. */
  eventSeats: {
    view: get(`${EVENT}/seats`, by('events.see')),
    map: get(`${EVENT}/seats/map`, by('events.see')),
    states: get(`${EVENT}/seats/states`, by('events.see')),
    check: post(`${EVENT}/seats/check`, { ...by('events.change'), ...LIST_BODY }),
    replace: post(`${EVENT}/seats`, { ...by('events.change'), ...LIST_BODY }),
    export: get(`${EVENT}/seats/export`, by('events.change')),
    exportPlan: get(`${EVENT}/seats/export/plan`, by('events.change')),
    exportPretix: get(`${EVENT}/seats/export/pretix`, by('events.change')),
    template: get(`${EVENT}/seats/template`, by('events.change')),
    // Makes a plan of the host’s.
    startPlan: post(`${EVENT}/seats/start-plan`, { ...by('seating_plans.manage'), ...PLAN_BODY }),
    checkPlan: post(`${EVENT}/seats/check-plan`, { ...by('events.change'), ...USE_PLAN_BODY }),
    usePlan: post(`${EVENT}/seats/use-plan`, { ...by('events.change'), ...USE_PLAN_BODY }),
    block: post(`${EVENT}/seats/block`, { ...by('events.change'), ...LIST_BODY }),
    release: post(`${EVENT}/seats/release`, { ...by('events.change'), ...LIST_BODY }),
    releaseCompanions: post(`${EVENT}/seats/release-companions`, { ...by('events.change'), ...LIST_BODY }),
    settings: post(`${EVENT}/seats/rules`, { ...by('events.change'), ...FORM_BODY }),
  },
  /** Codes that take something off the price. */
  eventPromoCodes: {
    view: get(`${EVENT}/promo-codes`, by('events.change')),
    add: post(`${EVENT}/promo-codes`, { ...by('events.change'), ...PROMO_BODY }),
    make: post(`${EVENT}/promo-codes/make`, { ...by('events.change'), ...PROMO_BODY }),
    check: post(`${EVENT}/promo-codes/list/check`, { ...by('events.change'), ...LIST_BODY }),
    import: post(`${EVENT}/promo-codes/list`, { ...by('events.change'), ...LIST_BODY }),
    export: get(`${EVENT}/promo-codes/export`, by('events.change')),
    template: get(`${EVENT}/promo-codes/template`, by('events.change')),
    one: get(`${EVENT}/promo-codes/:promoCodeId`, by('events.change')),
    change: patch(`${EVENT}/promo-codes/:promoCodeId`, { ...by('events.change'), ...PROMO_BODY }),
    end: post(`${EVENT}/promo-codes/:promoCodeId/end`, { ...by('events.change'), ...FORM_BODY }),
    resume: post(`${EVENT}/promo-codes/:promoCodeId/resume`, { ...by('events.change'), ...FORM_BODY }),
    delete: remove(`${EVENT}/promo-codes/:promoCodeId`, by('events.change')),
  },
  /** The checkout on a site of yours. */
  eventEmbed: {
    view: get(`${EVENT}/embed`, by('events.see')),
    change: patch(`${EVENT}/embed`, { ...by('events.change'), ...EMBED_BODY }),
    // To show it to buyers: the page's QR code, and the size of the embed.
    share: get(`${EVENT}/share`, by('events.see')),
  },
  /** A draft as buyers will see it: for the member, and the link for people outside the team. */
  eventPreview: {
    show: get(`${EVENT}/preview`, by('events.change')),
    share: post(`${EVENT}/preview-link`, { ...by('events.change'), ...FORM_BODY }),
    revoke: remove(`${EVENT}/preview-link`, by('events.change')),
  },
  /** Webhooks: what your own server is told of each purchase. */
  eventIntegrations: {
    view: get(`${EVENT}/integrations`, by('integrations.manage')),
    add: post(`${EVENT}/integrations/webhooks`, { ...by('integrations.manage'), ...ADDRESS_BODY }),
    enable: post(`${EVENT}/integrations/webhooks/:subscriptionId/enable`, {
      ...by('integrations.manage'),
      ...NO_BODY,
    }),
    disable: post(`${EVENT}/integrations/webhooks/:subscriptionId/disable`, {
      ...by('integrations.manage'),
      ...NO_BODY,
    }),
    remove: remove(`${EVENT}/integrations/webhooks/:subscriptionId`, by('integrations.manage')),
    test: post(`${EVENT}/integrations/webhooks/:subscriptionId/test`, {
      ...by('integrations.manage'),
      ...NO_BODY,
    }),
    log: get(`${EVENT}/integrations/deliveries`, by('integrations.manage')),
    delivery: get(`${EVENT}/integrations/deliveries/:deliveryId`, by('integrations.manage')),
    sendAgain: post(`${EVENT}/integrations/deliveries/:deliveryId/send-again`, {
      ...by('integrations.manage'),
      ...NO_BODY,
    }),
    sendFailedAgain: post(`${EVENT}/integrations/send-failed-again`, {
      ...by('integrations.manage'),
      ...FORM_BODY,
    }),
  },
  /** The event does not take place, or on another day. */
  eventCancel: {
    view: get(`${EVENT}/cancel`, by('events.change')),
    cancel: post(`${EVENT}/cancel`, { ...byWithStep('events.refund'), ...NEWS_BODY }),
    // For an event that nobody has paid for.
    cancelUnpaid: post(`${EVENT}/cancel/unpaid`, { ...by('events.change'), ...NEWS_BODY }),
    retry: post(`${EVENT}/cancel/refunds/:refundId/retry`, { ...byWithStep('events.refund'), ...NO_BODY }),
    retryAll: post(`${EVENT}/cancel/retry`, { ...byWithStep('events.refund'), ...NO_BODY }),
    postpone: post(`${EVENT}/postpone`, { ...by('events.change'), ...NEWS_BODY }),
    // It promises money.
    postponeWithOffer: post(`${EVENT}/postpone/with-offer`, { ...byWithStep('events.refund'), ...NEWS_BODY }),
  },
} satisfies Record<string, Record<string, Route>>;
