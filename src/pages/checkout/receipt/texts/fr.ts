import type { Texts } from './en.ts';

export const fr: Texts = {
  stories: {
    starting: {
      title: 'Nous préparons votre paiement',
      text: 'Nous ouvrons la page de paiement. Cela prend quelques secondes, et cette page se met à jour d’elle-même.',
    },
    payable: {
      title: 'En attente de votre paiement',
      text: 'Vos billets vous sont réservés. Ils apparaîtront ici dès que vous aurez payé.',
    },
    looking: {
      title: 'Nous cherchons votre paiement',
      text: 'Le délai de paiement est écoulé. Nous interrogeons une dernière fois le service de paiement, et cette page affichera le résultat.',
    },
    under_way: {
      title: 'Votre paiement est en cours',
      text: 'Ne payez pas de nouveau. Un virement peut prendre quelques heures. Vos billets apparaîtront ici, et dans votre boîte de réception, dès son arrivée.',
    },
    under_way_late: {
      title: 'Votre paiement est en cours',
      text: 'Ne payez pas de nouveau. Le délai de paiement est écoulé, mais votre paiement n’est pas encore arrivé. À son arrivée, vous recevrez vos billets s’ils sont encore disponibles à ce prix. Sinon, nous vous rembourserons.',
    },
    failed: {
      title: 'Le paiement n’a pas pu commencer',
      text: 'Le service de paiement n’a pas répondu. Vous n’y êtes pour rien. Revenez en arrière et commandez de nouveau : vos billets vous sont peut-être encore réservés.',
    },
    expired: {
      title: 'Le délai de paiement est écoulé',
      text: 'Les billets sont retournés en vente.',
    },
    cancelled: { title: 'Cette commande a été annulée', text: 'Ses billets sont retournés en vente.' },
    late_returned: {
      title: 'Votre paiement vous a été remboursé',
      text: 'Il est arrivé trop tard pour cette commande. Nous en sommes désolés.',
    },
    late_settled: {
      title: 'Votre paiement est arrivé trop tard',
      text: 'Il est arrivé trop tard pour cette commande. Nous en sommes désolés.',
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
      text: 'Ils appartiennent maintenant à d’autres personnes, qui ont de nouveaux codes. Vos anciens codes ne sont plus valables.',
    },
    seat_payable: {
      title: 'Votre nouvelle place est réservée',
      text: 'Payez la différence pour l’obtenir. Nous vous enverrons alors un billet avec un nouveau code. D’ici là, votre billet reste valable tel quel.',
    },
    seat_changed: {
      title: 'Votre place a été changée',
      text: 'Votre billet avec son nouveau code est en route par e-mail. L’ancien code n’est plus valable.',
    },
    seat_kept: {
      title: 'Votre place n’a pas été changée',
      text: 'Votre billet reste tel quel. Si votre paiement arrive encore, nous changerons votre place si c’est possible. Sinon, nous vous rembourserons.',
    },
    seat_refunded: {
      title: 'Cette commande a été remboursée',
      text: 'Nous vous avons remboursé ce que vous aviez payé pour le changement de place.',
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
      text: 'Il appartient maintenant à une autre personne, qui a un nouveau code. Votre ancien code n’est plus valable.',
    },
  },
  nothingTaken:
    'Rien n’a été débité. Si votre paiement arrive encore, vous recevrez vos billets s’il en reste. Sinon, nous vous rembourserons.',
  nothingTakenOfCancelled: 'Rien n’a été débité. Si votre paiement arrive encore, nous vous rembourserons.',
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
    online: (event) => ['La marche à suivre pour rejoindre ', event, ' est ci-dessous.'],
  },

  notices: {
    resent: 'Nous avons renvoyé vos billets. Ils devraient arriver dans une minute.',
    too_often:
      'Nous avons déjà envoyé les billets plusieurs fois. Regardez dans vos indésirables, ou réessayez dans une heure.',
    nothing_to_send: 'Cette commande n’a pas de billets à envoyer.',
    given_back: 'Vous avez rendu les billets.',
    too_late:
      'Vous ne pouvez pas rendre les billets : le délai est passé, ou vous les avez achetés pour cette date.',
    used: 'Vous ne pouvez pas rendre les billets : l’un d’eux a déjà été utilisé.',
    nothing_left: 'Cette commande n’a pas de billets à rendre.',
    renamed: 'Nom changé. Nous vous envoyons les billets au nouveau nom.',
    rename_refused:
      'Vous ne pouvez pas changer le nom : le billet a été utilisé ou annulé, l’événement est terminé, ou l’organisateur ne l’autorise pas.',
    rename_too_often:
      'Trop de changements de nom aujourd’hui. Réessayez demain, ou contactez l’organisateur.',
    no_name: 'Saisissez un prénom et un nom, sans lien.',
    not_all_yours:
      'Vous ne pouvez pas rendre les billets ici : l’un d’eux a été transmis à une autre personne. Contactez l’organisateur.',
    answered: 'Enregistré. Merci.',
    answers_missing: 'Enregistré. L’organisateur a encore besoin d’une réponse.',
    answers_too_late: 'L’événement est terminé ou annulé : vous ne pouvez plus rien modifier.',
    payment_stopped:
      'Vous avez interrompu le paiement. Rien n’a été débité : vous pouvez encore payer ci-dessous.',
  },
  asked: {
    heading: (host) => `${host} vous demande`,
    newsletter: 'Des nouvelles par e-mail',
    about: 'Vous pouvez modifier vos réponses jusqu’à la fin de l’événement.',
    needed: 'L’organisateur a besoin d’une réponse. Vous pouvez la modifier jusqu’à la fin de l’événement.',
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
    stayGood: 'Vos billets restent valables.',
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
    paidAlready: 'Déjà payé ? L’affichage peut prendre une minute.',
    mayClose: (email) =>
      `Vous pouvez fermer cette page : nous envoyons aussi les billets par e-mail à ${email}.`,
  },

  money: {
    heading: 'Votre remboursement',
    short: {
      under_way: 'Remboursement en cours',
      delayed: 'Remboursement en cours',
      returned: 'Remboursé',
      settled_by_hand: 'Réglé par l’organisateur',
      given_by_host: 'Remboursé par l’organisateur',
    },
    outcomes: {
      sum: {
        under_way: (sum) => `Le remboursement de ${sum} est en cours.`,
        returned: (sum, day) => `${sum} vous ont été remboursés le ${day}.`,
        settled_by_hand: (sum, day) => `${sum} ont été réglés par l’organisateur le ${day}.`,
        given_by_host: (sum, day) => `${sum} vous ont été remboursés le ${day}.`,
      },
      payment: {
        under_way: (sum) => `Votre paiement de ${sum} est en cours de remboursement.`,
        returned: (sum, day) => `Votre paiement de ${sum} vous a été remboursé le ${day}.`,
        settled_by_hand: (sum, day) => `Votre paiement de ${sum} a été réglé par l’organisateur le ${day}.`,
        given_by_host: (sum, day) => `Votre paiement de ${sum} vous a été remboursé le ${day}.`,
      },
    },
    why: {
      gone: 'Il est arrivé après le délai, et il n’y avait plus de billets.',
      code_used: 'Il est arrivé après le délai, et le code promo était épuisé.',
      price_changed:
        'Il est arrivé après la fin de la commande, et les billets ne sont plus vendus à ce prix.',
      bought_already:
        'Vous aviez déjà acheté ces billets par une commande plus récente. C’était un paiement de trop.',
      admission_used:
        'Votre tour dans la salle d’attente donne droit à un seul achat, et vous en aviez déjà fait un.',
      surplus: 'La commande était déjà payée. C’était un second paiement.',
      mismatch: 'Ce n’était pas le bon montant.',
      paid_more: 'Vous aviez payé cette somme en trop.',
    },
    patience: 'Les banques mettent quelques jours.',
    delayed: 'C’est plus long que prévu. Contactez l’organisateur en donnant la référence de la commande.',
    byHand:
      'L’argent n’est pas revenu par votre moyen de paiement. Si vous ne savez pas comment, contactez l’organisateur en donnant la référence de la commande.',
    byHost:
      'Vous aviez payé l’organisateur directement : c’est lui qui vous rembourse. Si vous ne savez pas comment, contactez-le en donnant la référence de la commande.',
  },

  actions: {
    door: 'Montrer à l’entrée',
    calendar: 'Ajouter à l’agenda',
    pdf: 'Billets en PDF',
    resend: 'Renvoyer',
    onThisPage: 'Vos billets sont sur cette page.',
    sentTo: (addresses) => `Envoyé à ${addresses}.`,
    onTheWayTo: (addresses) => `En route vers ${addresses}.`,
    refusedBy: (addresses) => `Nous ne pouvons rien envoyer à ${addresses}. Gardez cette page ou le PDF.`,
    more: (count) => (count === 1 ? 'une autre adresse' : `${count} autres adresses`),
    shop: 'Voir les billets disponibles',
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
      stays: 'Le code reste le même. Toute personne qui l’a peut encore entrer avec.',
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
    hiddenPlace: 'Seuls les détenteurs d’un billet voient le lieu exact.',
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
    tax: (name, rate) => `dont ${name} ${rate}`,
    exempt: (name) => `dont exonéré de taxe (${name})`,
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
    text: 'Le lien est incomplet ou contient une faute de frappe. Ouvrez-le depuis l’e-mail de vos billets, ou contactez le vendeur.',
  },
  reference: {
    title: 'Ouvrez le lien de votre e-mail',
    text: (reference) => [
      'Un numéro de commande ne suffit pas : il faut le lien de l’e-mail de vos billets. Si vous ne le retrouvez pas, nous pouvons le renvoyer à l’adresse donnée pour la commande ',
      reference,
      '.',
    ],
    asked:
      'Si cette commande a des billets, nous les envoyons à l’acheteur. Regardez aussi dans vos indésirables.',
    send: 'M’envoyer le lien',
  },
  noTickets: {
    title: 'Il n’y a pas de billets ici',
    text: (link) => ['Cette commande n’a pas de billet valable. ', link, '.'],
    link: 'Voir ce qui s’est passé',
  },
  trouble: {
    title: 'Un instant, s’il vous plaît',
    text: 'Nous ne pouvons pas afficher cette page pour le moment. Votre commande et vos billets sont en sécurité : rechargez la page dans un instant.',
  },
  again: 'Recharger la page',
  meanwhile:
    'Vos billets sont aussi dans vos e-mails. L’organisateur y est nommé : écrivez-lui si c’est urgent.',
  tooOften: {
    title: 'Un instant, s’il vous plaît',
    text: (seconds) =>
      `Cette page a été ouverte trop souvent. Votre commande et vos billets sont en sécurité : rechargez la page dans ${seconds} ${seconds === 1 ? 'seconde' : 'secondes'}.`,
  },
};
