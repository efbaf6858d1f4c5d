import type { Texts } from './en.ts';

export const fr: Texts = {
  title: 'Scanner',
  needsJavaScript: 'Le scanner a besoin de JavaScript. Activez-le, ou utilisez un autre navigateur.',
  said: {
    admitted: { word: 'Entrez', about: '' },
    re_entry: { word: 'De retour', about: 'Bon retour.' },
    left: { word: 'Sortie', about: 'Peut revenir.' },
    undone: { word: 'Annulé', about: '' },
    nothing_to_undo: { word: 'Rien à annuler', about: '' },
    already_used: { word: 'Déjà entré', about: 'Ce billet a déjà été utilisé.' },
    not_inside: {
      word: 'Pas à l’intérieur',
      about: 'Ce billet n’est pas à l’intérieur : il ne peut pas sortir.',
    },
    no_reentry: { word: 'Pas de retour', about: 'Les personnes qui sortent ne peuvent pas revenir.' },
    void: { word: 'Annulé', about: 'Ce billet a été annulé ou remboursé.' },
    wrong_door: { word: 'Autre porte', about: 'Ce billet n’est pas pour cette porte.' },
    too_early: { word: 'Trop tôt', about: 'Les entrées ne sont pas encore ouvertes.' },
    passed_on: { word: 'Remplacé', about: 'Le billet a un nouveau code. Demandez l’e-mail le plus récent.' },
    other_event: { word: 'Autre événement', about: 'Ce billet est pour un autre événement.' },
    unknown: { word: 'Inconnu', about: 'Ce code n’est pas un billet de cet événement.' },
    refused: { word: 'Refusé', about: '' },
    not_listed: {
      word: 'Pas sur la liste',
      about: 'Le code est authentique. Le billet a peut-être été acheté après le chargement de la liste.',
    },
    unproven: {
      word: 'Vérifiez le billet',
      about: 'Un billet a ce code court. Hors ligne, ce téléphone ne peut pas afficher le nom.',
    },
    wait: {
      word: 'Trop de codes faux',
      about: 'Scannez plutôt le code QR, ou attendez dix minutes.',
    },
    no_ticket: { word: 'Pas un billet', about: 'Ce code n’est pas un billet.' },
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
    failed: 'Ce lien a déjà été utilisé ou a expiré. Demandez-en un nouveau.',
    offline: 'Vous êtes hors ligne. Ce téléphone a besoin du réseau une fois, pour se connecter.',
    full: 'Ce téléphone a autant d’événements qu’il peut. Retirez-en un d’abord.',
  },

  newLink: {
    title: 'Utiliser le nouveau lien ?',
    about: (door) =>
      `Ce téléphone est à la porte ${door}. Un lien du même événement le change de porte. Un lien d’un autre événement ajoute celui-ci.`,
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
      about: 'Il a été retiré, ou un autre téléphone l’a remplacé. La liste des invités a été effacée.',
    },
    device_ended: {
      title: 'L’événement est terminé',
      about: 'Ce téléphone ne peut plus scanner. La liste des invités a été effacée.',
    },
    unsent: (count) =>
      count === 1
        ? 'Un scan n’a pas pu être envoyé. Notez-le pour l’organisateur :'
        : `${count} scans n’ont pas pu être envoyés. Notez-les pour l’organisateur :`,
    sending: (count) =>
      `${count === 1 ? 'Un scan reste' : `${count} scans restent`} à envoyer. Gardez cette page ouverte et restez en ligne.`,
    taken: (count) =>
      count === 1 ? 'Un scan a été envoyé et compte.' : `${count} scans ont été envoyés et comptent.`,
    held: (count) =>
      count === 1
        ? 'Un scan a été envoyé. Il comptera quand l’organisateur l’acceptera.'
        : `${count} scans ont été envoyés. Ils compteront quand l’organisateur les acceptera.`,
    letIn: 'entré',
    turnedAway: 'refusé',
    forget: 'C’est noté : les effacer',
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
    more: (others) => `+${others}`,
  },

  camera: {
    start: 'Commencer à scanner',
    starting: 'La caméra démarre…',
    aim: 'Visez le code QR',
    refused:
      'La caméra est bloquée. Autorisez-la dans les réglages du navigateur pour cette page, ou tapez les codes.',
    missing: 'Aucune caméra trouvée. Tapez les codes, ou utilisez un lecteur de codes.',
    view: 'L’image de la caméra',
    resting: 'Économie d’énergie. Touchez l’écran ou montrez un code.',
  },

  actions: {
    code: 'Taper un code',
    search: 'Chercher',
    light: 'Lumière',
    lightOff: 'Éteindre',
    recent: 'Derniers scans',
    counts: 'Chiffres',
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
    offline: 'Décidé hors ligne',
    opensToday: (at) =>
      `Les entrées ouvrent aujourd’hui à ${at}. Pour répéter, commencez un exercice dans Réglages.`,
    opensOn: (day) => `Les entrées ouvrent le ${day}. Pour répéter, commencez un exercice dans Réglages.`,
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
    none: 'Aucun billet trouvé à ce nom.',
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
    waiting: 'en attente',
    undone: 'annulé',
    undo: (what) => `Annuler : ${what}`,
    conflictAt: (door, at) => (door === null ? `aussi à ${at}` : `aussi à ${at}, ${door}`),
  },

  counts: {
    title: 'Chiffres',
    own: 'Ce téléphone',
    whole: 'Tout l’événement',
    letIn: 'Entrés',
    lastQuarter: 'dont les 15 dernières minutes',
    left: 'Sortis',
    turnedAway: 'Refusés',
    cameIn: 'Entrés',
    inside: 'À l’intérieur',
    of: (count, expected) => `${count} sur ${expected}`,
    byType: 'Par type de billet',
    byDoor: 'Par porte',
    noDoor: 'Sans porte',
    asOf: (at) => `À ${at}`,
    offline: 'Vous êtes hors ligne. Les chiffres de l’événement viendront avec le réseau.',
  },

  events: {
    title: 'Événements sur ce téléphone',
    now: 'En cours',
    scan: 'Scanner',
    scanEvent: (event) => `Scanner ${event}`,
    remove: 'Retirer',
    removeEvent: (event) => `Retirer ${event} de ce téléphone`,
    needsLink: 'Le retirer de ce téléphone ? Il vous faudra un nouveau lien pour l’ajouter.',
    keep: 'Le garder',
    add: 'Pour ajouter un événement, ouvrez ou scannez un de ses liens. Le tableau de bord les a sous Check-in.',
  },

  practice: {
    mark: 'Exercice : rien ne compte',
    start: 'Commencer un exercice',
    about:
      'Répétez avec de vrais billets : ce téléphone affiche le résultat, et rien ne compte. Il redemande après 15 minutes.',
    end: 'Finir l’exercice',
    over: 'L’exercice est fini',
    overAbout: 'Quinze minutes ont passé. Choisissez comment continuer.',
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
    until: (when) => `Ce téléphone peut scanner jusqu’au ${when}.`,
    install: 'Pour installer : dans le menu du navigateur, choisissez « Sur l’écran d’accueil ».',
  },
};
