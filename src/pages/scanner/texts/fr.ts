import type { Texts } from './en.ts';

export const fr: Texts = {
  title: 'Scanner',
  needsJavaScript: 'Le scanner a besoin de JavaScript. Activez-le, ou utilisez un autre navigateur.',
  said: {
    admitted: { word: 'Entrez', about: '' },
    re_entry: { word: 'De retour', about: 'Était sorti, et revient.' },
    left: { word: 'Sortie', about: 'Peut revenir.' },
    undone: { word: 'Annulé', about: '' },
    nothing_to_undo: { word: 'Rien à annuler', about: '' },
    already_used: { word: 'Déjà entré', about: 'Ce billet a déjà servi.' },
    not_inside: { word: 'Pas à l’intérieur', about: 'Ce billet n’est pas entré : il ne peut pas sortir.' },
    no_reentry: { word: 'Sans retour', about: 'Qui quitte cet événement ne peut pas revenir.' },
    void: { word: 'Annulé', about: 'Ce billet a été annulé ou remboursé.' },
    wrong_door: { word: 'Autre porte', about: 'Ce billet n’est pas pour cette porte.' },
    too_early: { word: 'Trop tôt', about: 'Les entrées ne sont pas encore ouvertes.' },
    passed_on: { word: 'Remplacé', about: 'Le billet a un nouveau code. Demandez l’e-mail le plus récent.' },
    other_event: { word: 'Autre événement', about: 'Ce billet est pour un autre événement.' },
    unknown: { word: 'Inconnu', about: 'Aucun billet de cet événement n’a ce code.' },
    refused: { word: 'Refusé', about: '' },
    not_listed: {
      word: 'Pas sur la liste',
      about: 'Le code est authentique. Il a peut-être été acheté après le dernier chargement de la liste.',
    },
    unproven: {
      word: 'Regardez bien',
      about: 'Un billet a ce code court. Sans réseau, le nom ne peut pas être affiché : regardez le billet.',
    },
    wait: {
      word: 'Trop de codes faux',
      about: 'Scannez plutôt le code QR, ou attendez dix minutes.',
    },
    no_ticket: { word: 'Pas un billet', about: 'Ceci n’est pas le code d’un billet.' },
    is_link: { word: 'Pas un billet', about: 'Ceci est le lien d’un autre téléphone.' },
  },
  conflicts: {
    double: 'Entré deux fois',
    void: 'Entré avec un billet annulé',
    wrong_door: 'Entré à la mauvaise porte',
    too_early: 'Entré avant l’ouverture des entrées',
    passed_on: 'Entré avec un code remplacé',
    unknown: 'Entré avec un code inconnu',
    refusal: 'Entré malgré un refus',
  },

  pair: {
    title: 'Quelle porte ?',
    about: 'Ouvrez sur ce téléphone le lien du tableau de bord, ou scannez ici son code QR.',
    scan: 'Scanner le lien',
    pairing: 'Un instant…',
    failed: 'Ce lien a déjà servi, ou est trop ancien. Demandez-en un nouveau.',
    offline: 'Il n’y a pas de réseau. Ce téléphone en a besoin une fois, pour être admis.',
  },

  newLink: {
    title: 'Utiliser le nouveau lien ?',
    about: (door) =>
      `Ce téléphone est à la porte ${door}. Avec le nouveau lien, il la quitte et recharge sa liste.`,
    use: 'Utiliser le nouveau lien',
    stay: 'Rester ici',
  },

  elsewhere: {
    title: 'Ouvert dans un autre onglet',
    about: 'Le scanner marche dans un onglet à la fois.',
    take: 'Utiliser cet onglet',
  },

  ended: {
    device_revoked: {
      title: 'Ce téléphone a été retiré',
      about: 'Il a été retiré, ou un autre a pris sa place. La liste des invités est effacée.',
    },
    device_ended: {
      title: 'L’événement est terminé',
      about: 'Le temps de ce téléphone à la porte est écoulé. La liste des invités est effacée.',
    },
    unsent: (count) =>
      count === 1
        ? 'Un scan n’a pas pu être envoyé. Notez-le pour l’organisateur :'
        : `${count} scans n’ont pas pu être envoyés. Notez-les pour l’organisateur :`,
    sending: (count) =>
      `${count === 1 ? 'Un scan reste' : `${count} scans restent`} à envoyer. Gardez cette page ouverte, avec du réseau.`,
    taken: (count) =>
      count === 1 ? 'Un scan a été envoyé et compte.' : `${count} scans ont été envoyés et comptent.`,
    held: (count) =>
      count === 1
        ? 'Un scan a été envoyé. Il comptera quand l’organisateur l’acceptera.'
        : `${count} scans ont été envoyés. Ils compteront quand l’organisateur les acceptera.`,
    letIn: 'entré',
    turnedAway: 'refusé',
    forget: 'C’est noté : les oublier',
    again: 'Scanner un nouveau lien',
  },

  status: {
    online: 'En ligne',
    offline: (since) => `Hors ligne depuis ${since}`,
    list: (asOf) => `Liste de ${asOf}`,
    noList: 'Liste pas encore chargée',
    loading: 'Chargement de la liste…',
    waiting: (count) => (count === 1 ? '1 scan en attente' : `${count} scans en attente`),
    allSent: 'Tout est envoyé',
    conflicts: (count) => (count === 1 ? '1 conflit' : `${count} conflits`),
    who: (door, device) => `${door} · ${device}`,
  },

  camera: {
    start: 'Commencer à scanner',
    starting: 'La caméra démarre…',
    aim: 'Tenez le code QR au milieu',
    refused:
      'La caméra n’est pas autorisée. Autorisez-la dans les réglages du navigateur, ou tapez les codes.',
    missing: 'Aucune caméra utilisable. Tapez les codes, ou prenez un lecteur qui tape.',
    view: 'L’image de la caméra',
  },

  actions: {
    code: 'Taper un code',
    search: 'Chercher',
    light: 'Lumière',
    lightOff: 'Éteindre',
    recent: 'Derniers scans',
    settings: 'Réglages',
    close: 'Fermer',
    next: 'Suivant',
    undo: 'Annuler',
    letIn: 'Laisser entrer',
    turnAway: 'Refuser',
    direction: { entry: 'Entrées', exit: 'Sorties' },
    in: 'Entrée',
    out: 'Sortie',
  },

  verdict: {
    offline: 'Décidé sur ce téléphone',
    opensToday: (at) =>
      `Elles ouvrent aujourd’hui à ${at}. Pour répéter, commencez un exercice dans les réglages.`,
    opensOn: (day) => `Elles ouvrent le ${day}. Pour répéter, commencez un exercice dans les réglages.`,
    before: (door, at) => (door === null ? `Entré à ${at}` : `Entré à ${at}, ${door}`),
    seat: ({ section, row, seat }) =>
      [section, row && `rang ${row}`, seat && `place ${seat}`].filter(Boolean).join(', '),
    event: (name) => `Il est pour ${name}.`,
    unanswered: 'sans réponse',
    asked: (label) => (/[?:!.…]$/.test(label) ? label : `${label} :`),
    goesTo: (type) => `Type de billet : ${type}`,
  },

  code: {
    title: 'Code court',
    label: 'Huit lettres du billet',
    hint: 'Comme K7QM-2XRD. O se lit 0, I et L se lisent 1.',
    check: 'Vérifier',
    wrong: 'Un code court a huit lettres et chiffres.',
  },

  search: {
    title: 'Chercher par nom',
    label: 'Nom, ou une partie',
    hint: 'Trois lettres ou plus, ou le nom entier.',
    find: 'Chercher',
    none: 'Personne de ce nom n’a de billet.',
    offline: 'La recherche ne marche qu’en ligne.',
    limited: 'Trop de recherches sur ce téléphone. Scannez les codes, ou réessayez plus tard.',
    state: {
      good: 'pas encore entré',
      in: 'déjà entré',
      out: 'sorti',
      void: 'annulé',
      dead: 'remplacé',
    },
    letIn: (name) => `Laisser entrer ${name}`,
  },

  recent: {
    title: 'Derniers scans',
    none: 'Encore rien de scanné.',
    nobody: 'Billet',
    order: (reference) => `Commande ${reference}`,
    waiting: 'en attente',
    undone: 'annulé',
    undo: (what) => `Annuler : ${what}`,
    conflictAt: (door, at) => (door === null ? `aussi à ${at}` : `aussi à ${at}, ${door}`),
  },

  practice: {
    mark: 'Exercice : rien ne compte',
    start: 'Commencer un exercice',
    about:
      'Pour répéter : le téléphone dit ce qu’il dirait d’après sa liste, et rien n’est compté. Il redemande après 15 minutes.',
    end: 'Finir l’exercice',
    over: 'L’exercice est fini',
    overAbout: 'Quinze minutes ont passé. Choisissez avant de continuer.',
    again: 'Continuer l’exercice',
    count: 'Les scans comptent',
  },

  settings: {
    title: 'Réglages',
    sound: 'Son',
    hand: 'D’une main',
    left: 'Gauche',
    right: 'Droite',
    types: 'Cette porte prend',
    allTypes: 'Tous les billets',
    until: (when) => `Ce téléphone est admis jusqu’au ${when}.`,
    install: 'Pour installer : dans le menu du navigateur, choisissez « Sur l’écran d’accueil ».',
  },
};
