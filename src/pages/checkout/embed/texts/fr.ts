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

  draftPreview:
    'Aperçu : personne d’autre ne voit cette page, et rien ne peut être acheté avant la publication.',
  needsJavaScript:
    'Pour acheter ici, activez JavaScript dans votre navigateur et rechargez la page. Tout sur l’événement et ses billets se trouve ci-dessous.',

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
    noMore: 'Il n’en reste pas davantage',
    less: (name) => `Un de moins : ${name}`,
    more: (name) => `Un de plus : ${name}`,
    count: (count, name) => `${count} × ${name}`,
    continue: 'Continuer',
    nothing: 'Choisissez au moins un billet pour continuer.',
    noSeats: 'Choisissez au moins une place pour continuer.',
    shrunk: (name, count) =>
      count === 0
        ? `${name} vient de partir : nous l’avons retiré de votre commande.`
        : `${name} : il n’y en a plus que ${count} à prendre, nous avons corrigé le nombre.`,
  },

  saleStarts: (when) => `La vente commence le ${when}.`,
  otherEvents: (host) => `Autres événements organisés par ${host}`,
  states: {
    coming_soon: {
      title: 'Pas encore en vente',
      text: 'Les billets seront vendus ici. Cette page ouvrira la vente d’elle-même : inutile de la recharger.',
    },
    sold_out: {
      title: 'Complet',
      text: 'Tous les billets sont pris. Ceux que d’autres réservent sans les payer reviennent : gardez cette page ouverte, elle les montrera d’elle-même.',
    },
    sale_ended: {
      title: 'La vente est terminée',
      text: 'Les billets de cet événement ne sont plus vendus ici. Ceux déjà achetés restent valables.',
    },
    ended: { title: 'Cet événement est passé', text: 'Merci à toutes celles et ceux qui sont venus.' },
    cancelled: {
      title: 'Cet événement est annulé',
      text: 'Aucun billet n’est plus vendu. Toute personne qui a payé est remboursée en entier, par le moyen de son paiement, et reçoit un e-mail. Les banques peuvent mettre quelques jours.',
    },
  },

  promo: {
    question: 'Un code promo ?',
    label: 'Code promo',
    apply: 'Appliquer',
    remove: 'Retirer',
    applied: (code) => `Code ${code} appliqué`,
    later: 'Le code comptera dès que vous aurez choisi des billets.',
    notTaken: (code, why) => `Le code ${code} n’a pas été accepté : ${why}.`,
    problems: {
      unknown: 'cet événement n’a pas ce code',
      other_tickets: 'il vaut pour d’autres billets',
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
    loading: 'Le plan de salle se dessine…',
  },

  details: {
    heading: 'Vos coordonnées',
    about: 'Vos billets seront envoyés à cette adresse e-mail.',
    firstName: 'Prénom',
    lastName: 'Nom',
    email: 'E-mail',
    phone: 'Téléphone',
    optional: 'facultatif',
    meant: (address) => `Vouliez-vous dire ${address} ?`,
    phoneHint: (sample) => `Par exemple ${sample}`,
    split: 'Envoyer chaque billet à sa propre personne',
    splitAbout: 'Chacun reçoit son billet par e-mail, à son nom.',
    ticket: (number, name) => `Billet ${number} : ${name}`,
    mine: 'Celui-ci est pour moi',
    back: 'Vos billets',
    pay: (total) => `Payer ${total}`,
    confirm: 'Obtenir vos billets',
    wrong: (count) => (count === 1 ? 'Un champ est à revoir.' : `${count} champs sont à revoir.`),
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
    extended: 'Vos billets sont réservés de nouveau.',
    endedTitle: 'Vos billets sont retournés en vente',
    endedText: 'Le temps de réservation est écoulé. Votre choix et vos coordonnées sont toujours là.',
    again: 'Les réserver de nouveau',
    heldAgain: 'Bonne nouvelle : vos billets sont de nouveau réservés pour vous.',
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
    over: 'Le temps de payer est écoulé. Nous interrogeons une dernière fois le service de paiement.',
    now: (total) => `Payer ${total} maintenant`,
    leaving: 'Nous vous menons à la page de paiement…',
    stuck: 'Rien ne se passe ? Aller au paiement',
    newTab:
      'Le paiement s’ouvre dans un nouvel onglet. Gardez cette page ouverte : vos billets y apparaîtront.',
    open: (total) => `Payer ${total} dans un nouvel onglet`,
    openAgain: 'Rouvrir le paiement',
    waiting: 'En attente de votre paiement…',
    underWayTitle: 'Votre paiement est en cours',
    underWay: 'Ne payez pas de nouveau : vos billets arriveront par e-mail, ou l’argent vous sera rendu.',
    unfinishedTitle: 'Pas encore payé',
    unfinished:
      'Si vous venez de payer, vos billets apparaîtront ici dans un instant. Si le paiement a été refusé ou fermé, rien n’a été débité : réessayez, vos billets sont toujours réservés.',
    change: 'Changer les coordonnées ou les billets',
    checking: 'Nous cherchons votre commande…',
    byEmail:
      'Cette page ne peut pas afficher votre commande. Ouvrez-la par le lien de votre e-mail, s’il vous plaît.',
    expiredTitle: 'Cette commande a expiré',
    expired:
      'Elle n’a pas été payée à temps, et les billets sont retournés en vente. Si un paiement arrive encore, il sera honoré ou vous sera rendu.',
    cancelledTitle: 'Cette commande est annulée',
    cancelled: 'Plus rien ne sera débité pour elle.',
    failedTitle: 'Le paiement n’a pas pu commencer',
    failed: 'Le service de paiement n’a pas répondu. Rien n’a été débité.',
    refundedTitle: 'Cette commande est remboursée',
    refunded: 'Ce qui a été payé est en route vers vous.',
    receipt: 'Voir le reçu',
    startAgain: 'Recommencer',
    reference: (reference) => `Commande ${reference}`,
  },

  done: {
    heading: (count) => (count === 1 ? 'Votre billet est prêt' : 'Vos billets sont prêts'),
    loading: 'Nous préparons vos billets…',
    sentTo: 'Envoyé à',
    resend: 'Renvoyer',
    resent: 'Renvoyé. Regardez votre boîte de réception dans une minute.',
    correct: 'Une erreur ? Corrigez-la',
    correctAbout: 'Vos billets reçoivent de nouveaux codes. Ceux envoyés auparavant ne marchent plus.',
    correctSend: 'Envoyer à cette adresse',
    correctCancel: 'Annuler',
    corrected: (address) =>
      `Vos billets sont en route vers ${address}, avec de nouveaux codes. Les anciens ne marchent plus.`,
    correctionProblems: {
      used: 'Un billet de cette commande a déjà servi : l’adresse ne peut plus être corrigée.',
      too_late: 'L’adresse ne peut être corrigée que le jour de l’achat.',
      too_often: 'L’adresse a déjà été corrigée plusieurs fois : demandez de l’aide à l’organisateur.',
    },
    calendar: 'Ajouter à l’agenda',
    whatsApp: 'Partager sur WhatsApp',
    share: 'Partager l’événement',
    copied: 'Le lien est copié.',
    pdf: 'Télécharger le PDF',
    receipt: 'Reçu',
    ticket: (number, count) => (count === 1 ? 'Billet' : `Billet ${number} sur ${count}`),
    partlyRefunded:
      'Une partie de cette commande a été annulée ou remboursée : le reçu dit laquelle. Les billets affichés ici sont valables.',
    rest: (count) =>
      count === 1
        ? 'Un autre billet est dans le PDF et sur le reçu, et votre e-mail y mène.'
        : `Les ${count} autres billets sont dans le PDF et sur le reçu, et votre e-mail y mène.`,
    seat: 'Place',
    holder: 'Au nom de',
    shortCode: 'Code court, s’il ne peut être scanné',
    more: 'Acheter d’autres billets',
  },

  trouble: {
    retry: 'Réessayer',
    offline: 'Pas de connexion pour le moment. Rien n’est perdu : réessayez une fois de retour en ligne.',
    slow: 'La réponse se fait trop attendre. Rien n’est perdu : réessayez.',
    picker: 'Le plan de salle n’a pas pu être chargé.',
  },

  errors: {
    tickets_unavailable: 'Ces billets viennent de partir. Nous avons mis la liste à jour.',
    quantity_limit: 'C’est plus qu’une commande ne peut contenir.',
    too_many_held:
      'C’est plus qu’une même connexion Internet ne peut avoir à la fois. Choisissez-en moins, payez ceux que vous avez réservés, ou réessayez plus tard.',
    unknown_ticket: 'Un de ces billets n’est plus vendu. Choisissez de nouveau, s’il vous plaît.',
    validation_failed: 'Quelque chose ne va pas dans le formulaire. Vérifiez-le, s’il vous plaît.',
    reservation_expired: 'Le temps de réservation était écoulé. Réservez de nouveau pour continuer.',
    quote_mismatch: 'Votre commande a changé entre-temps. Vérifiez-la et continuez.',
    order_exists: 'Il y a déjà une commande pour ces billets.',
    order_in_progress: 'Votre commande est en train de se faire. Réessayez dans quelques secondes.',
    not_found: 'On ne trouve plus cela.',
    rate_limited: 'C’était beaucoup à la fois. Attendez un instant, puis réessayez.',
    payment_gateway_error: 'Le service de paiement ne répond pas. Vos billets restent réservés : réessayez.',
    internal_error: 'Quelque chose s’est cassé chez nous. Rien n’est perdu : réessayez.',
    unavailable: 'Beaucoup de monde achète en ce moment. Rien n’est perdu : réessayez dans un instant.',
  },
};
