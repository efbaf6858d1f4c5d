import type { Texts } from './en.ts';

export const fr: Texts = {
  stories: {
    starting: {
      title: 'Nous préparons votre paiement',
      text: 'Nous ouvrons la page de paiement. Cela prend quelques secondes, et cette page suivra d’elle-même.',
    },
    payable: {
      title: 'En attente de votre paiement',
      text: 'Vos billets vous sont réservés en attendant. Dès que vous aurez payé, ils seront ici.',
    },
    looking: {
      title: 'Nous cherchons votre paiement',
      text: 'Le délai de paiement est écoulé. Nous interrogeons une dernière fois le service de paiement, et cette page vous dira ce qu’il répond.',
    },
    under_way: {
      title: 'Votre paiement est en cours',
      text: 'Ne payez pas une seconde fois. Un virement peut prendre quelques heures : vos billets seront ici, et dans votre boîte de réception, dès son arrivée.',
    },
    under_way_late: {
      title: 'Votre paiement est en cours',
      text: 'Ne payez pas une seconde fois. Le délai de paiement est écoulé, mais votre paiement n’est pas encore arrivé. À son arrivée, vous recevrez vos billets s’ils sont encore disponibles à ce prix ; sinon, l’argent vous sera rendu automatiquement.',
    },
    failed: {
      title: 'Le paiement n’a pas pu commencer',
      text: 'Le service de paiement n’a pas répondu, et vous n’y êtes pour rien. Revenez en arrière et commandez de nouveau : vos billets vous sont peut-être encore réservés.',
    },
    expired: {
      title: 'Le délai de paiement est écoulé',
      text: 'Les billets sont retournés en vente.',
    },
    cancelled: { title: 'Cette commande a été annulée', text: 'Ses billets sont retournés en vente.' },
    late_returned: {
      title: 'Votre paiement vous a été remboursé',
      text: 'Il est arrivé trop tard, et cette commande ne pouvait plus être honorée. Nous en sommes désolés.',
    },
    late_settled: {
      title: 'Votre paiement est arrivé trop tard',
      text: 'Cette commande ne pouvait plus être honorée. Nous en sommes désolés.',
    },
    refunded: {
      title: 'Cette commande a été remboursée',
      text: 'Les billets ci-dessous sont annulés : ils ne permettent plus d’entrer.',
    },
    tickets_cancelled: {
      title: 'Vos billets ont été annulés',
      text: 'Les billets ci-dessous sont annulés : ils ne permettent plus d’entrer.',
    },
    passed_on: {
      title: 'Vos billets ont été transmis',
      text: 'Ils appartiennent à d’autres personnes, qui ont reçu de nouveaux codes. Les codes que vous aviez ne permettent plus d’entrer.',
    },
    seat_payable: {
      title: 'Votre nouvelle place vous attend',
      text: 'Elle vous est réservée en attendant. Dès que vous aurez payé la différence, elle sera à vous, et vous recevrez un billet avec un nouveau code. D’ici là, votre billet reste valable tel quel.',
    },
    seat_changed: {
      title: 'Votre place a été changée',
      text: 'Le billet et son nouveau code sont en route par e-mail. L’ancien code ne permet plus d’entrer.',
    },
    seat_kept: {
      title: 'Votre place n’a pas été changée',
      text: 'Votre billet reste tel quel. Si un paiement de votre part arrive encore, votre place sera changée si c’est encore possible ; sinon, l’argent vous sera rendu automatiquement.',
    },
    seat_refunded: {
      title: 'Cette commande a été remboursée',
      text: 'Ce que vous aviez payé pour le changement de place vous a été rendu.',
    },
  },
  storiesOfOne: {
    refunded: {
      title: 'Cette commande a été remboursée',
      text: 'Le billet ci-dessous est annulé : il ne permet plus d’entrer.',
    },
    tickets_cancelled: {
      title: 'Votre billet a été annulé',
      text: 'Le billet ci-dessous est annulé : il ne permet plus d’entrer.',
    },
    passed_on: {
      title: 'Votre billet a été transmis',
      text: 'Il appartient à une autre personne, qui a reçu un nouveau code. Votre code n’est plus valable.',
    },
  },
  nothingTaken:
    'Rien n’a été débité. Si un paiement de votre part arrive encore, vous recevrez vos billets s’il en reste ; sinon, l’argent vous sera rendu automatiquement.',
  nothingTakenOfCancelled:
    'Rien n’a été débité. Si un paiement de votre part arrive encore, l’argent vous est rendu automatiquement.',
  someValid: {
    title: (live) => (live === 1 ? 'Un billet est valable' : `${live} billets sont valables`),
    text: (voids, count) =>
      voids === 1
        ? `Un des ${count} billets de cette commande est annulé, et signalé ci-dessous.`
        : `${voids} des ${count} billets de cette commande sont annulés, et signalés ci-dessous.`,
  },
  past: {
    title: (count) => (count === 1 ? 'Votre billet' : 'Vos billets'),
    text: (event) => ['Pour ', event, '.'],
  },
  going: {
    title: 'C’est tout bon !',
    text: (count) => (event) => [
      'Pour ',
      event,
      `, présentez ${count === 1 ? 'le code ci-dessous' : 'les codes ci-dessous'} à l’entrée, ici ou sur papier.`,
    ],
  },

  notices: {
    resent: 'Les billets sont de nouveau en route. Ils devraient arriver dans la minute.',
    too_often:
      'Les billets ont déjà été envoyés plusieurs fois. Regardez dans vos indésirables, ou réessayez dans une heure.',
    nothing_to_send: 'Cette commande n’a pas de billets à envoyer.',
    given_back: 'Vous avez rendu les billets. Tout ce que vous avez payé vous est remboursé.',
    too_late:
      'Les billets ne peuvent pas être rendus : le délai est passé, ou ils ont été achetés pour cette date.',
    used: 'Les billets ne peuvent pas être rendus : l’un d’eux a déjà été utilisé.',
    nothing_left: 'Cette commande n’a aucun billet à rendre.',
    renamed: 'Le nom est changé. Les billets au nouveau nom vous arrivent par e-mail.',
    rename_refused:
      'Le nom ne peut pas être changé : le billet a été utilisé ou annulé, l’événement est terminé, ou l’organisateur ne l’autorise pas.',
    rename_too_often:
      'Des noms ont déjà été changés souvent aujourd’hui. Réessayez demain, ou écrivez à l’organisateur.',
    no_name: 'Ce n’est pas un nom : écrivez un prénom et un nom, sans lien.',
    not_all_yours:
      'Les billets ne peuvent pas être rendus ici : l’un d’eux a été transmis à une autre personne. Adressez-vous à l’organisateur.',
    answered: 'Enregistré. Merci.',
    answers_missing: 'Enregistré, mais une réponse dont l’organisateur a besoin manque encore.',
    answers_too_late: 'L’événement est passé ou annulé : plus rien ne peut être modifié.',
  },
  asked: {
    heading: (host) => `${host} vous demande`,
    newsletter: 'Des nouvelles par e-mail',
    about: 'Vos réponses peuvent être modifiées jusqu’à la fin de l’événement.',
    needed: 'L’organisateur a besoin d’une réponse. Elle peut être modifiée jusqu’à la fin de l’événement.',
    ticket: (number, type, holder) => `Billet ${number} : ${type}, ${holder}`,
    optional: 'facultatif',
    choose: 'Choisir…',
    save: 'Enregistrer',
    yes: 'Oui',
  },
  eventCancelled: (host) => `Cet événement a été annulé par ${host}.`,

  move: {
    heading: 'L’événement a une nouvelle date',
    from: (when) => `Reporté. Date prévue : ${when}.`,
    to: (when) => `Nouvelle date : ${when}.`,
    stayGood: 'Les billets restent valables.',
    message: (host) => `Message de la part de : ${host}`,
    giveBack: (count) =>
      count === 1
        ? 'Vous ne pouvez pas venir ? Rendre le billet'
        : 'Vous ne pouvez pas venir ? Rendre les billets',
    until: (when) => `C’est possible jusqu’au ${when}.`,
    goesBack: (sum, count) =>
      `Tout ce que vous avez payé vous est remboursé, frais compris : ${sum}. ${count === 1 ? 'Le billet ne sera plus valable' : `Les ${count} billets ne seront plus valables`}. C’est définitif.`,
    nothingPaid: (count) =>
      `Vous n’avez rien payé : il n’y a rien à rembourser. ${count === 1 ? 'Le billet ne sera plus valable' : `Les ${count} billets ne seront plus valables`}, et d’autres pourront en profiter. C’est définitif.`,
    confirm: (count) => (count === 1 ? 'Rendre le billet' : 'Rendre les billets'),
  },

  wait: {
    payBy: (when) => `À payer avant le ${when}`,
    timeLeft: 'Encore {clock} pour payer',
    pay: (sum) => `Payer ${sum}`,
    openAgain: 'Pas encore payé ? Rouvrir la page de paiement',
    paidAlready: 'Déjà payé ? Il nous faut parfois une minute pour l’apprendre.',
    mayClose: (email) =>
      `Vous pouvez fermer cette page : les billets seront aussi envoyés par e-mail à ${email}.`,
  },

  money: {
    heading: 'Votre remboursement',
    short: {
      under_way: 'Remboursement en cours',
      delayed: 'Remboursement en cours',
      returned: 'Remboursé',
      settled_by_hand: 'Réglé par l’organisateur',
      given_by_host: 'Rendu par l’organisateur',
    },
    outcomes: {
      sum: {
        under_way: (sum) => `Le remboursement de ${sum} est en cours.`,
        returned: (sum, day) => `${sum} vous ont été remboursés le ${day}.`,
        settled_by_hand: (sum, day) => `${sum} ont été réglés par l’organisateur le ${day}.`,
        given_by_host: (sum, day) => `Le remboursement de ${sum} date du ${day}.`,
      },
      payment: {
        under_way: (sum) => `Votre paiement de ${sum} est en cours de remboursement.`,
        returned: (sum, day) => `Votre paiement de ${sum} vous a été remboursé le ${day}.`,
        settled_by_hand: (sum, day) => `Votre paiement de ${sum} a été réglé par l’organisateur le ${day}.`,
        given_by_host: (sum, day) => `Le remboursement de votre paiement de ${sum} date du ${day}.`,
      },
    },
    why: {
      gone: 'Il est arrivé après la fin du délai, quand il n’y avait plus de billets.',
      code_used: 'Il est arrivé après la fin du délai, quand le code promo avait déjà été utilisé.',
      price_changed:
        'Il est arrivé quand la commande avait été abandonnée, et les billets ne sont plus en vente à ce prix.',
      bought_already:
        'Vous aviez acheté des billets par une commande plus récente du même panier : ce paiement était de trop.',
      admission_used:
        'Votre tour dans la salle d’attente donne droit à un seul achat, et vous en aviez déjà fait un.',
      surplus: 'La commande était déjà payée : c’était un second paiement.',
      mismatch: 'Ce n’était pas la somme due.',
      paid_more: 'C’est ce que vous avez payé en trop.',
    },
    patience: 'Les banques mettent quelques jours.',
    delayed:
      'C’est plus long que prévu : adressez-vous à l’organisateur, en donnant la référence de la commande.',
    byHand:
      'L’argent n’est pas revenu par le moyen de paiement utilisé : si vous ne savez pas comment il vous a été rendu, adressez-vous à l’organisateur, en donnant la référence de la commande.',
    byHost:
      'Vous aviez payé l’organisateur directement : c’est lui qui vous rend l’argent. Si vous ne savez pas comment, adressez-vous à lui, en donnant la référence de la commande.',
  },

  actions: {
    door: 'Montrer à l’entrée',
    calendar: 'Dans l’agenda',
    pdf: 'Billets en PDF',
    resend: 'Renvoyer',
    onThisPage: 'Vos billets sont sur cette page.',
    sentTo: (addresses) => `Envoyé à ${addresses}.`,
    onTheWayTo: (addresses) => `En route vers ${addresses}.`,
    refusedBy: (addresses) => `Impossible d’écrire à ${addresses} : gardez cette page ou le PDF.`,
    more: (count) => (count === 1 ? 'une autre adresse' : `${count} autres adresses`),
    shop: 'Voir les billets restants',
    tickets: 'Voir vos billets',
    share: {
      whatsApp: 'Partager sur WhatsApp',
      share: 'Partager l’événement',
      copy: 'Copier le lien',
      copied: 'Le lien est copié.',
    },
  },

  tickets: {
    heading: (count) => (count === 1 ? 'Votre billet' : `Vos ${count} billets`),
    pages: 'Tous les billets',
    range: (first, last) => (first === last ? `${first}` : `${first} à ${last}`),
    number: (position, count) => (count === 1 ? 'Billet' : `Billet ${position} sur ${count}`),
    qrCode: (ticket, typeName, holder) => `QR code du ${ticket} : ${typeName}, ${holder}`,
    section: 'Section',
    row: 'Rang',
    seat: 'Place',
    holder: 'Au nom de',
    shortCode: 'Code court, s’il ne peut être scanné',
    next: 'Billet suivant',
    rename: {
      open: 'Changer le nom',
      first: 'Prénom',
      last: 'Nom',
      stays: 'Le code reste le même : qui l’a déjà peut toujours entrer avec.',
      save: 'Enregistrer le nom',
    },
    void: 'Annulé',
    voidSince: (when) => `Ne permet plus d’entrer depuis le ${when}`,
    used: 'Utilisé',
    usedAt: (when) => `Entrée le ${when}`,
  },

  event: {
    when: 'Quand',
    where: 'Où',
    map: 'Ouvrir la carte',
    hiddenPlace: 'Le lieu exact est réservé aux détenteurs d’un billet.',
    host: 'Organisateur',
    ask: 'Écrire à l’organisateur',
    message: (host) => `${host} vous écrit`,
  },

  summary: {
    heading: 'Votre commande',
    receipt: 'Reçu',
    print: 'Imprimer le reçu',
    free: 'Gratuit',
    fees: 'Frais',
    discount: 'Remise',
    paid: 'Payé',
    total: 'Total',
    seller: 'Vendu par',
    taxNumber: (number) => `Numéro fiscal ${number}`,
    vat: (rate) => `dont TVA ${rate}`,
    paidBy: 'Payé par',
    paidOn: 'Payé le',
    ways: {
      sandbox: 'Paiement d’essai',
      paystack: 'Paystack',
      flutterwave: 'Flutterwave',
      stripe: 'Stripe',
      cash: 'Espèces',
      transfer: 'Virement',
      card: 'Carte',
      other: 'Directement auprès de l’organisateur',
    },
    event: 'Pour',
    orderedBy: 'Commandé par',
    orderedOn: 'Le',
    reference: 'Référence',
  },

  agreed: { terms: 'Conditions de vente', refundPolicy: 'Conditions de remboursement' },

  unknown: {
    title: 'Cette commande est introuvable',
    text: 'Le lien est incomplet, ou contient une faute de frappe. Ouvrez-le depuis l’e-mail de vos billets, ou adressez-vous à la personne qui vous les a vendus.',
  },
  reference: {
    title: 'Ouvrez le lien de votre e-mail',
    text: (reference) => [
      'Le numéro d’une commande ne suffit pas pour l’ouvrir : il faut le lien de l’e-mail de vos billets. Si vous ne le retrouvez pas, nous le renvoyons à l’adresse donnée pour la commande ',
      reference,
      '.',
    ],
    asked:
      'Si cette commande a des billets, ils sont en route vers la personne qui l’a passée. Regardez aussi dans vos indésirables.',
    send: 'M’envoyer le lien',
  },
  noTickets: {
    title: 'Il n’y a pas de billets ici',
    text: (link) => ['Cette commande n’a pas de billet valable. ', link, '.'],
    link: 'Voir ce qu’elle est devenue',
  },
  trouble: {
    title: 'Un instant, s’il vous plaît',
    text: 'Cette page ne peut pas être affichée pour le moment. Votre commande et vos billets sont en sécurité : rechargez la page dans un instant.',
  },
  again: 'Recharger la page',
  meanwhile:
    'Les billets que vous avez achetés sont aussi dans vos e-mails. L’organisateur y est nommé : écrivez-lui si c’est urgent.',
  tooOften: {
    title: 'Un instant, s’il vous plaît',
    text: (seconds) =>
      `Cette page vient d’être ouverte très souvent. Votre commande et vos billets sont en sécurité : rechargez la page dans ${seconds} ${seconds === 1 ? 'seconde' : 'secondes'}.`,
  },
};
