import type { Texts } from './en.ts';

export const fr: Texts = {
  free: 'Gratuit',
  steps: {
    choose: 'Billets',
    seats: 'Places',
    details: 'Infos',
    pay: 'Paiement',
    done: 'Terminé',
  },
  progress: 'Étapes de votre achat',
  hostedBy: (host) => `Organisé par ${host}`,
  yourTime: (when) => `${when}, heure de chez vous`,
  hostSays: (host) => `${host} vous écrit`,

  draftPreview: 'Aperçu : rien n’est vendu. Seules les personnes qui ont ce lien le voient.',
  needsJavaScript:
    'Pour acheter ici, activez JavaScript dans votre navigateur et rechargez la page. L’événement et ses billets sont décrits ci-dessous.',

  ask: (host) => `Une question ? Écrivez à ${host} :`,
  terms: {
    accept: (host) => `En commandant, vous acceptez les conditions fixées par ${host} :`,
    both: 'Conditions de vente et de remboursement',
    terms: 'Conditions de vente',
    refundPolicy: 'Conditions de remboursement',
    loading: 'Chargement…',
    failed: 'Le texte n’a pas pu être chargé. Fermez-le et rouvrez-le pour réessayer.',
  },

  choose: {
    heading: 'Choisissez vos billets',
    prices: 'Tarifs',
    plusFees: (fees) => `+ ${fees} de frais`,
    left: (count) => (count === 1 ? 'Plus qu’un seul' : `Plus que ${count}`),
    soldOut: 'Épuisé',
    saleEnded: 'Vente terminée',
    comingSoon: 'Bientôt',
    from: (when) => `En vente à partir du ${when}`,
    most: (count) => (count === 1 ? 'Un seul par commande' : `${count} au plus par commande`),
    noMore: 'C’est tout ce qui reste',
    less: (name) => `Un de moins : ${name}`,
    more: (name) => `Un de plus : ${name}`,
    count: (count, name) => `${count} × ${name}`,
    continue: 'Continuer',
    nothing: 'Choisissez au moins un billet pour continuer.',
    noSeats: 'Choisissez au moins une place pour continuer.',
    shrunk: (name, count) =>
      count === 0
        ? `${name} est épuisé : nous l’avons retiré de votre commande.`
        : `Plus que ${count} ${name} : nous avons mis à jour votre commande.`,
  },

  saleStarts: (when) => `La vente commence le ${when}.`,
  otherEvents: (host) => `Autres événements organisés par ${host}`,
  states: {
    coming_soon: {
      title: 'Pas encore en vente',
      text: 'Les billets seront vendus ici. La vente s’ouvrira sur cette page : inutile de la recharger.',
    },
    sold_out: {
      title: 'Complet',
      text: 'Tous les billets sont pris. Si quelqu’un ne paie pas à temps, ses billets reviennent : gardez cette page ouverte, ils y apparaîtront.',
    },
    sale_ended: {
      title: 'La vente est terminée',
      text: 'Les billets de cet événement ne sont plus vendus ici. Ceux déjà achetés restent valables.',
    },
    ended: { title: 'Cet événement est terminé', text: 'Merci à toutes celles et ceux qui sont venus.' },
    cancelled: {
      title: 'Cet événement a été annulé',
      text: 'Les billets ne sont plus vendus. Toute personne qui a payé est remboursée en entier, par le même moyen de paiement, et reçoit un e-mail. Les banques peuvent mettre quelques jours.',
    },
  },

  promo: {
    question: 'Un code promo ?',
    label: 'Code promo',
    apply: 'Appliquer',
    remove: 'Retirer',
    applied: (code) => `Code ${code} appliqué`,
    later: 'Le code s’appliquera quand vous aurez choisi des billets.',
    notTaken: (code, why) => `Le code ${code} ne peut pas être utilisé : ${why}.`,
    problems: {
      unknown: 'ce n’est pas un code de cet événement',
      other_tickets: 'il est pour d’autres billets',
      not_now: 'il est épuisé, ou n’est pas valable aujourd’hui',
      any: 'il est inconnu, épuisé, ou pour d’autres billets',
    },
    goOn: 'Vous pouvez continuer sans ce code.',
    wentOn: (total) => `Vous continuez sans ce code. Total : ${total}.`,
  },

  summary: {
    heading: 'Votre commande',
    empty: 'Rien n’est encore choisi.',
    fees: 'Frais',
    discount: 'Remise',
    total: 'Total',
    tickets: (count) => (count === 1 ? '1 billet' : `${count} billets`),
  },

  seats: {
    heading: 'Choisissez vos places',
    loading: 'Chargement du plan de salle…',
  },

  details: {
    heading: 'Vos coordonnées',
    about: 'Nous envoyons vos billets à cette adresse e-mail.',
    firstName: 'Prénom',
    lastName: 'Nom',
    email: 'E-mail',
    phone: 'Téléphone',
    optional: 'facultatif',
    meant: (address) => `Vouliez-vous dire ${address} ?`,
    phoneHint: (sample) => `Par exemple ${sample}`,
    split: 'Envoyer chaque billet à une personne différente',
    splitAbout: 'Chacun reçoit son billet par e-mail, à son nom.',
    ticket: (number, name) => `Billet ${number} : ${name}`,
    mine: 'Celui-ci est pour moi',
    back: 'Modifier les billets',
    pay: (total) => `Payer ${total}`,
    confirm: 'Obtenir vos billets',
    wrong: (count) => (count === 1 ? 'Corrigez un champ.' : `Corrigez ${count} champs.`),
    priceChanged: (total) => `Le prix est passé à ${total}. Vérifiez-le avant de continuer.`,
  },

  fields: {
    missing: {
      firstName: 'Saisissez votre prénom.',
      lastName: 'Saisissez votre nom.',
      email: 'Saisissez votre adresse e-mail.',
    },
    guestMissing: {
      firstName: 'Saisissez son prénom.',
      lastName: 'Saisissez son nom.',
      email: 'Saisissez son adresse e-mail.',
    },
    nameTooLong: '100 lettres au plus.',
    nameWrong: 'Saisissez seulement le nom, sans adresse web ni e-mail.',
    emailWrong: 'Saisissez une adresse e-mail comme nom@exemple.com.',
    phoneWrong: (sample) => `Saisissez un numéro de téléphone comme ${sample}.`,
  },

  questions: {
    choose: 'Choisir…',
    problems: {
      missing: 'Merci de répondre à cette question.',
      too_long: 'C’est trop long.',
      other_choice: 'Choisissez une réponse de la liste.',
    },
  },

  hold: {
    left: (clock) => `Réservé encore ${clock}`,
    minutesLeft: (minutes) =>
      minutes === 1
        ? 'Vos billets sont réservés encore une minute.'
        : `Vos billets sont réservés encore ${minutes} minutes.`,
    moreTime: 'Il me faut plus de temps',
    ended:
      'Votre réservation a expiré. Vos billets sont retournés en vente. Votre choix et vos coordonnées sont toujours là.',
    again: 'Les réserver de nouveau',
    heldAgain: 'Vos billets sont réservés de nouveau.',
  },

  payment: {
    ways: 'Moyens de paiement',
    names: {
      card: 'Carte',
      bank_transfer: 'Virement bancaire',
      ussd: 'USSD',
      mobile_money: 'Mobile money',
      eft: 'Virement EFT instantané',
    },
    onPageOf: (gateway) => `Vous paierez sur la page de ${gateway}.`,
    onTestPage: 'Vous paierez sur une page de test : aucun argent ne circule.',
  },

  pay: {
    heading: 'Paiement',
    left: (clock) => `Encore ${clock} pour payer`,
    over: 'Le délai de paiement est écoulé. Nous interrogeons une dernière fois le service de paiement.',
    now: (total) => `Payer ${total} maintenant`,
    leaving: 'Ouverture de la page de paiement…',
    stuck: 'Rien ne se passe ? Continuer vers le paiement',
    newTab:
      'Le paiement s’ouvre dans un nouvel onglet. Gardez cette page ouverte : vos billets y apparaîtront.',
    open: (total) => `Payer ${total} dans un nouvel onglet`,
    openAgain: 'Rouvrir le paiement',
    waiting: 'En attente de votre paiement…',
    underWayTitle: 'Votre paiement est en cours',
    underWay:
      'Ne payez pas de nouveau. Quand l’argent arrivera, nous vous enverrons vos billets par e-mail ou vous rembourserons.',
    unfinishedTitle: 'Pas encore payé',
    unfinished:
      'Si vous venez de payer, vos billets apparaîtront ici dans un instant. Sinon, payez maintenant : vos billets sont toujours réservés.',
    stoppedTitle: 'Vous avez interrompu le paiement',
    stopped:
      'Rien n’a été débité, et vos billets sont toujours réservés. Payez maintenant, ou modifiez votre commande.',
    change: 'Modifier les coordonnées ou les billets',
    checking: 'Nous cherchons votre commande…',
    byEmail: 'Cette page ne peut pas afficher votre commande. Ouvrez le lien de votre e-mail.',
    expiredTitle: 'Cette commande a expiré',
    expired:
      'Elle n’a pas été payée à temps : les billets sont retournés en vente. Si un paiement arrive encore, vous recevrez vos billets ou un remboursement.',
    cancelledTitle: 'Cette commande a été annulée',
    cancelled: 'Rien ne sera débité.',
    failedTitle: 'Le paiement n’a pas pu commencer',
    failed: 'Le service de paiement n’a pas répondu. Rien n’a été débité.',
    refundedTitle: 'Cette commande a été remboursée',
    refunded: 'Ses billets ne sont plus valables. Le reçu indique votre remboursement.',
    voidTitle: 'Ces billets ont été annulés',
    void: 'Si vous les avez payés, le reçu indique votre remboursement.',
    receipt: 'Voir le reçu',
    startAgain: 'Recommencer',
    reference: (reference) => `Commande ${reference}`,
  },

  done: {
    heading: (count) => (count === 1 ? 'Votre billet est prêt' : 'Vos billets sont prêts'),
    loading: 'Chargement de vos billets…',
    sentTo: 'Envoyé à',
    resend: 'Renvoyer',
    resent: 'Renvoyé. Regardez votre boîte de réception dans une minute.',
    calendar: 'Ajouter à l’agenda',
    whatsApp: 'Partager sur WhatsApp',
    share: 'Partager l’événement',
    copied: 'Le lien est copié.',
    pdf: 'Télécharger le PDF',
    receipt: 'Reçu',
    ticket: (number, count) => (count === 1 ? 'Billet' : `Billet ${number} sur ${count}`),
    partlyRefunded:
      'Une partie de cette commande a été annulée ou remboursée : voir le reçu. Les billets affichés ici sont valables.',
    rest: (count) =>
      count === 1
        ? 'Un autre billet est dans le PDF, sur le reçu et dans votre e-mail.'
        : `Les ${count} autres billets sont dans le PDF, sur le reçu et dans votre e-mail.`,
    seat: 'Place',
    holder: 'Au nom de',
    shortCode: 'Code court, s’il ne peut être scanné',
    more: 'Acheter d’autres billets',
  },

  trouble: {
    retry: 'Réessayer',
    offline: 'Vous êtes hors ligne. Rien n’est perdu : réessayez une fois de retour en ligne.',
    slow: 'Cela prend trop de temps. Rien n’est perdu : réessayez.',
    picker: 'Le plan de salle n’a pas pu être chargé.',
  },

  errors: {
    tickets_unavailable: 'Ces billets viennent d’être vendus. Nous avons mis la liste à jour.',
    quantity_limit: 'C’est trop pour une seule commande.',
    too_many_held:
      'Trop de billets sont réservés depuis votre réseau. Choisissez-en moins, payez ceux que vous avez réservés, ou réessayez plus tard.',
    unknown_ticket: 'Un de ces billets n’est plus vendu. Choisissez de nouveau.',
    validation_failed: 'Vérifiez le champ signalé.',
    reservation_expired: 'Votre réservation a expiré. Réservez de nouveau pour continuer.',
    quote_mismatch: 'Votre commande a changé entre-temps. Vérifiez-la et continuez.',
    order_exists: 'Ces billets ont déjà été commandés.',
    order_in_progress: 'Votre commande est déjà en cours. Réessayez dans quelques secondes.',
    not_found: 'Cette page n’existe plus.',
    rate_limited: 'Trop de tentatives. Attendez un instant, puis réessayez.',
    payment_gateway_error: 'Le service de paiement ne répond pas. Vos billets restent réservés : réessayez.',
    sum_not_payable:
      'Le service de paiement ne peut pas débiter exactement cette somme. Choisissez un autre nombre de billets, ou retirez le code promo.',
    internal_error: 'Une erreur est survenue de notre côté. Rien n’est perdu : réessayez.',
    unavailable: 'Beaucoup de monde achète en ce moment. Rien n’est perdu : réessayez dans un instant.',
  },
};
