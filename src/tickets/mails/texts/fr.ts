import type { MailTexts } from './en.ts';

// No name that people write comes after “de” or “que”, which would lose their vowel before some of them. Before a colon is a
// no-break space, before a question mark a narrow one.
export const fr: MailTexts = {
  seeOrder: 'Voir votre commande',
  seeTickets: 'Voir vos billets',
  yourOrder: (receiptUrl) => `Votre commande : ${receiptUrl}`,
  ask: (host) => `Une question sur l’événement ? Contactez ${host}.`,
  askAt: (host) => `Une question sur l’événement ? Contactez ${host} :`,

  newsOf: (host) => `Nouvelles de la part de : ${host}`,
  writes: (host) => `Message de la part de : ${host}`,

  tickets: {
    subject: (event, count) => (count === 1 ? `Votre billet pour ${event}` : `Vos billets pour ${event}`),
    preview: (date, count) =>
      count === 1 ? `Votre billet pour le ${date}.` : `Vos ${count} billets pour le ${date}.`,
    poster: (event) => `Affiche : ${event}`,
    toBuyer: (name, count) =>
      `Bonjour ${name}, merci pour votre commande. ${count === 1 ? 'Votre billet se trouve' : 'Vos billets se trouvent'} ci-dessous et dans le PDF joint.`,
    toGuest: ({ name, buyer }, count) =>
      `Bonjour ${name}, ${buyer} a pris ${count === 1 ? 'un billet' : 'des billets'} pour vous.`,
    renamed: ({ position, host }) =>
      `Le nom sur le billet ${position} a été changé sur la page de la commande. Les codes restent les mêmes. Si ce changement ne vient pas de vous, contactez ${host}.`,
    moved: ({ from, to, host }) =>
      `${host} a changé votre place : ${to} au lieu de ${from}. Utilisez ce code : celui d’un e-mail précédent n’est plus valable.`,
    replacement:
      'Utilisez ces codes : ceux des e-mails précédents pour cette commande ne sont plus valables.',
    asks: 'L’organisateur a des questions à vous poser :',
    answer: 'répondez-y sur la page de vos billets',
    when: 'Quand',
    where: 'Où',
    map: 'Ouvrir la carte',
    directions: 'Accès',
    join: 'Comment participer',
    code: (number) => `Code du billet ${number}. Il figure aussi dans le PDF.`,
    shortCode: 'Code court',
    allInPdf: (count) => `Les ${count} billets sont tous dans le PDF.`,
    allOnPage: (count) => `Les ${count} billets sont tous sur la page de votre commande.`,
    discount: 'Remise',
    fees: 'Frais',
    total: 'Total payé',
    footer: (reference) =>
      `Commande ${reference}. Chaque code fait entrer une personne, une seule fois : ne le partagez pas.`,
    files: { code: 'billet', poster: 'affiche' },
  },

  taxes: {
    vat: (rate) => `dont TVA ${rate}`,
    tax: (name, rate) => `dont ${name} ${rate}`,
    exempt: (name) => `dont exonéré de taxe (${name})`,
    line: (name, amount) => `${name} : ${amount}`,
  },

  plain: {
    by: (host) => `organisé par ${host}`,
    when: (when) => `Quand : ${when}`,
    where: (place) => `Où : ${place}`,
    ticket: (number, what, { name, shortCode }) =>
      `Billet ${number} : ${what}, pour ${name}. Code court : ${shortCode}`,
    codes:
      'Présentez à l’entrée les codes du PDF. Si un code ne peut pas être scanné, utilisez son code court.',
    asks: (receiptUrl) =>
      `L’organisateur a des questions à vous poser : répondez-y sur la page de vos billets, ${receiptUrl}`,
    total: (amount) => `Total payé : ${amount}`,
    order: (reference) => `Commande ${reference}`,
  },

  money: {
    amount: 'Montant',
    refund: 'Remboursement',
    order: 'Commande',
    fact: (name, value) => `${name} : ${value}`,
    wait: 'Vous n’avez rien à faire. Votre banque peut mettre jusqu’à dix jours ouvrables.',
    footer: (host) => `Envoyé pour ${host} par Tessera.`,
  },

  returned: {
    title: (amount) => `Nous vous remboursons ${amount}`,
    news: ({ name, amount, event }) =>
      `Bonjour ${name}, nous vous remboursons votre paiement de ${amount} pour ${event}, par le moyen de paiement que vous avez utilisé.`,
    why: {
      gone: 'Il est arrivé après le délai de paiement, et les billets avaient été vendus à d’autres. Cette commande ne vous donne aucun billet.',
      code_used:
        'Il est arrivé après le délai de paiement, et le code promo de cette commande était épuisé. Cette commande ne vous donne aucun billet.',
      price_changed:
        'Il est arrivé après la fin de cette commande, et ses billets ne sont plus vendus à ce prix. Cette commande ne vous donne aucun billet.',
      bought_already:
        'Vous aviez déjà acheté ces billets par une commande plus récente. Ces billets sont valables ; ce paiement n’était pas nécessaire.',
      admission_used:
        'Votre tour dans la salle d’attente donne droit à un seul achat, et vous en aviez déjà fait un. Ces billets sont valables ; cette commande ne vous en donne aucun.',
      surplus:
        'La commande était déjà payée. Vos billets sont valables ; ce second paiement n’était pas nécessaire.',
      mismatch:
        'Le montant ou la devise ne correspond pas à la commande : vous n’avez donc reçu aucun billet.',
    },
    seatNotChanged:
      'Il est arrivé quand votre place ne pouvait plus être changée. Votre billet reste tel quel.',
    eventCancelled:
      'Il est arrivé après l’annulation de l’événement. Cette commande ne vous donne aucun billet.',
  },

  refunded: {
    title: (amount) => `Votre remboursement de ${amount}`,
    news: ({ name, host, amount, event }) =>
      `Bonjour ${name}, ${host} vous rembourse ${amount} pour ${event}, par le moyen de paiement que vous avez utilisé.`,
    settledByHand: ({ name, host, amount, event }) =>
      `Bonjour ${name}, ${host} a réglé votre remboursement de ${amount} pour ${event} par un autre moyen que votre paiement.`,
    byHost: ({ name, host, amount, event }) =>
      `Bonjour ${name}, ${host} vous rembourse ${amount} pour ${event}. Vous aviez payé ${host} directement : ${host} vous rembourse donc directement.`,
    ticket: (number, type) => `billet ${number} (${type})`,
    gone: (tickets) =>
      `${tickets.length === 1 ? 'Ce billet ne permet plus d’entrer' : 'Ces billets ne permettent plus d’entrer'} : ${tickets.join(', ')}.`,
    kept: (count) => (count === 1 ? 'Un billet reste valable.' : `${count} billets restent valables.`),
    ask: (host) =>
      `Si vous ne savez pas comment vous l’avez reçu, contactez ${host} en indiquant la commande ci-dessous.`,
    askHow: (host) =>
      `Si vous ne savez pas comment vous le recevrez, contactez ${host} en indiquant la commande ci-dessous.`,
  },

  passedOn: {
    title: (event) => `Votre billet pour ${event} a été transmis`,
    news: ({ host, event }) => `Bonjour, ${host} a transmis votre billet pour ${event} à une autre personne.`,
    dead: 'Votre code n’est plus valable.',
    ask: (host) => `Si vous ne l’avez pas demandé, contactez ${host} en indiquant la commande ci-dessous.`,
    ticket: 'Billet',
  },

  addressChanged: {
    title: (event) => `Vos billets pour ${event} ont été envoyés à une autre adresse`,
    news: ({ host, event }) =>
      `Bonjour, ${host} a changé l’adresse e-mail de votre commande pour ${event}. Les billets ont été envoyés à une autre adresse.`,
    dead: 'Les codes que vous avez reçus ici ne sont plus valables.',
    ask: (host) => `Si vous ne l’avez pas demandé, contactez ${host} en indiquant la commande ci-dessous.`,
  },

  seatChangeDue: {
    title: (event) => `Votre nouvelle place pour ${event}`,
    news: ({ name, host, event }) =>
      `Bonjour ${name}, ${host} vous réserve une autre place pour ${event}. Elle coûte plus que ce que vous avez payé.`,
    what: (amount) =>
      `Payez la différence de ${amount}, et la place est à vous : vous recevrez un billet avec un nouveau code. D’ici là, votre billet actuel reste valable.`,
    ask: (host) => `Si vous ne l’avez pas demandé, vous n’avez rien à faire, ou contactez ${host}.`,
    seat: 'Changement',
    pay: 'Payer la différence',
    paid: ({ name, amount, event }) =>
      `Bonjour ${name}, nous avons reçu votre paiement de ${amount} : votre billet pour ${event} a sa nouvelle place.`,
    toHolder: 'Nous avons envoyé un nouveau code au détenteur du billet. L’ancien code n’est plus valable.',
  },

  voided: {
    title: (event, count) =>
      count === 1 ? `Votre billet pour ${event} a été annulé` : `Vos billets pour ${event} ont été annulés`,
    news: ({ name, host, event }, count) =>
      `Bonjour ${name}, ${host} a annulé ${count === 1 ? 'un billet' : `${count} billets`} de votre commande pour ${event}.`,
    noMoney: 'Il n’y a pas de remboursement pour cette annulation.',
  },

  cancelled: {
    title: (event) => `Annulé : ${event}`,
    news: ({ name, host, event, date }) =>
      `Bonjour ${name}, ${host} a annulé ${event}, qui devait avoir lieu le ${date}. Vos billets ne sont plus valables.`,
    goesBack: (amount) =>
      `Tout ce que vous avez payé, frais compris, vous est remboursé par le moyen de paiement que vous avez utilisé : ${amount}.`,
    hostGivesBack: (amount, host) =>
      `Vous aviez payé ${host} directement. ${host} vous rembourse donc directement : ${amount}.`,
    wentBack:
      'Tout ce que vous avez payé pour cette commande vous a déjà été remboursé, ou est en cours de remboursement.',
    free: 'Vous n’avez rien payé pour cette commande : il n’y a donc rien à rembourser.',
    guest: (buyer) => `Le remboursement revient à ${buyer}, qui a commandé votre billet.`,
    wasOn: 'Date prévue',
  },

  postponed: {
    title: (event) => `Nouvelle date : ${event}`,
    news: ({ name, host, event, date }) => `Bonjour ${name}, ${host} a reporté ${event} au ${date}.`,
    stayGood:
      'Vos billets restent valables à la nouvelle date : vous n’avez rien à échanger. Le fichier d’agenda joint contient la nouvelle date.',
    offer: (until) =>
      `Si vous ne pouvez pas venir, vous pouvez rendre tous les billets de votre commande sur sa page, jusqu’au ${until}, et tout ce que vous avez payé vous sera remboursé, frais compris.`,
    offerFree: (until) =>
      `Si vous ne pouvez pas venir, merci de rendre les billets sur la page de votre commande, jusqu’au ${until}, pour que d’autres en profitent.`,
    guest: (buyer) =>
      `Si vous ne pouvez pas venir, demandez à ${buyer}, qui a commandé votre billet, de le rendre.`,
    askHost: (host) => `Si vous ne pouvez pas venir, contactez ${host} pour rendre des billets.`,
    now: 'Nouvelle date',
    before: 'Au lieu du',
  },

  message: {
    kicker: (host) => `Un message de ${host}`,
    event: 'Événement',
    when: 'Quand',
    toBuyer: ({ host, event }) =>
      `Vous recevez cet e-mail parce que vous avez commandé des billets pour ${event}. ${host}, qui organise l’événement, a écrit ce message ; Tessera l’a envoyé.`,
    toGuest: ({ host, event }) =>
      `Vous recevez cet e-mail parce que vous avez un billet pour ${event}. ${host}, qui organise l’événement, a écrit ce message ; Tessera l’a envoyé.`,
    test: (subject) => `Essai : ${subject}`,
  },
};
