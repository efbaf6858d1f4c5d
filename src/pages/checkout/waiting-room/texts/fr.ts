import { wordsFr } from '../words-fr.ts';
import type { Texts } from './en.ts';

export const fr: Texts = {
  words: wordsFr,
  room: 'Salle d’attente',
  hostedBy: (host) => `Organisé par ${host}`,

  finding: { title: 'Nous cherchons votre place…', text: 'Un instant.' },
  email: {
    title: 'Entrez dans la file',
    text: 'Chaque adresse e-mail a une seule place, pour que la file reste équitable. Saisissez l’adresse avec laquelle vous commanderez. Nous y envoyons un lien, et vous êtes dans la file dès que vous confirmez.',
    label: 'E-mail',
    send: 'Entrer dans la file',
  },
  confirm: {
    title: 'Consultez votre boîte e-mail',
    text: 'Ouvrez le lien de l’e-mail et appuyez sur le bouton pour entrer dans la file. Confirmez avant le tirage au sort pour y participer.',
    keep: 'Gardez cette page ouverte : votre place y apparaîtra, quel que soit l’appareil où vous ouvrez le lien.',
    again:
      'Rien après quelques minutes ? Regardez dans vos indésirables, ou saisissez de nouveau votre adresse.',
    change: 'Changer d’adresse ou renvoyer',
  },
  confirmed: {
    button: 'Confirmer ma place',
    toRoom: 'Vers la salle d’attente',
    ask: {
      title: 'Confirmez votre place dans la file',
      text: 'Quelqu’un a saisi votre adresse e-mail dans cette salle d’attente. Si c’est vous, appuyez sur le bouton.',
    },
    in_line: {
      title: 'Vous êtes dans la file',
      text: 'Votre adresse est confirmée. Retournez à la page où vous l’avez saisie : elle affiche votre place et vous dira quand ce sera à vous. Vous pouvez fermer cette page.',
    },
    in_line_late: {
      title: 'Vous êtes dans la file, après le tirage',
      text: 'Vous avez confirmé après le tirage : vous venez donc après les personnes qui y ont participé. Retournez à la page où vous avez saisi votre adresse : elle affiche votre place. Vous pouvez fermer cette page.',
    },
    email_known: {
      title: 'Cette adresse a déjà une place',
      text: 'Chaque adresse e-mail a une seule place dans la file. La vôtre est dans une autre fenêtre ou sur un autre appareil : continuez là-bas.',
    },
    replaced: {
      title: 'Ce lien a été remplacé',
      text: 'Vous avez saisi une autre adresse depuis. Utilisez le lien de l’e-mail le plus récent, ou reprenez la file.',
    },
    gone: {
      title: 'Ce lien ne fonctionne plus',
      text: 'Il était valable une heure. Saisissez de nouveau votre adresse dans la salle d’attente.',
    },
    closed: { title: 'Cette salle d’attente est fermée', text: 'Il n’y a plus rien à confirmer.' },
  },
  lineUp: {
    title: 'Vous êtes dans la file',
    until: 'avant le tirage au sort',
    text: (when) =>
      `L’ordre est tiré au sort le ${when}. Toutes les personnes présentes ont alors la même chance, quel que soit l’ordre d’arrivée.`,
  },
  waiting: { title: 'Votre place dans la file' },
  turn: {
    title: 'C’est à vous',
    text: 'Nous ouvrons les billets.',
    go: 'Aller aux billets',
    used: 'Vous achetez déjà dans une autre fenêtre. Continuez là-bas, ou réessayez ici.',
    elsewhere: 'Retournez à la page où vous achetiez : vous pouvez y continuer.',
  },
  expired: {
    title: 'Votre tour est passé',
    text: 'Vous avez acheté, le temps pour choisir est écoulé, ou cette page est restée fermée trop longtemps. Vous pouvez reprendre la file.',
  },
  left: { title: 'Vous avez quitté la file', text: 'Votre place est allée à la personne suivante.' },
  full: {
    title: 'Trop de personnes de votre réseau',
    text: 'Pour que la file reste équitable, chaque connexion Internet a un nombre limité de places. Essayez une autre connexion, comme les données mobiles, ou réessayez dans une minute.',
  },
  again: 'Reprendre la file',
  retry: 'Réessayer',

  paused: 'L’organisateur a mis la file en pause. Vous gardez votre place.',

  leave: {
    ask: 'Quitter la file',
    sure: 'Vous perdrez votre place. Quitter quand même ?',
    yes: 'Quitter',
    no: 'Rester dans la file',
  },

  next: {
    title: 'Et ensuite',
    draw: 'L’ordre est tiré au sort, une seule fois pour toutes les personnes présentes.',
    enter: 'Les personnes entrent l’une après l’autre, pour que l’achat reste rapide.',
    turn: 'Quand c’est à vous, cette page ouvre les billets d’elle-même. Vous avez alors quelques minutes pour choisir.',
    keep: 'Gardez cette page ouverte, ou revenez-y sur cet appareil : votre place reste la vôtre. La recharger n’accélère rien.',
  },
  fair: 'Personne ne peut acheter une meilleure place, et tout le monde peut vérifier le tirage.',
  howFair: 'Comment marche le tirage',

  noScript: {
    join: 'JavaScript est désactivé dans votre navigateur. Vous pouvez quand même entrer dans la file : cette page se recharge toutes les trente secondes.',
    wait: 'Cette page se recharge toutes les trente secondes. Gardez son adresse : c’est votre place dans la file.',
  },

  fairness: {
    title: 'Comment marche le tirage',
    back: 'Retour à la salle d’attente',
    intro:
      'Toutes les personnes dans la salle d’attente avant le tirage ont la même chance. Peu importe l’heure d’arrivée, le nombre de rechargements ou la vitesse de la connexion.',
    steps: {
      title: 'En trois étapes',
      seal: 'Avant l’ouverture de la file, nous avons créé un nombre aléatoire et l’avons gardé secret : la graine. Son empreinte est publiée ici. Elle ne correspond qu’à ce nombre : personne ne peut changer la graine après coup.',
      rank: 'Chaque place dans la file a un nom aléatoire, créé par votre navigateur. Au début de la vente, la graine et ce nom donnent ensemble un rang à chaque place (HMAC-SHA-256). Personne ne peut influencer ce calcul. Le plus petit rang entre en premier.',
      open: 'Après le tirage, nous publions la graine et la liste de toutes les places dans l’ordre. Tout le monde peut refaire le calcul.',
    },
    hash: 'Empreinte de la graine (SHA-256)',
    seed: 'La graine',
    seedLater: (when) => `Elle est publiée après le tirage, le ${when}.`,
    list: (count, written) => `La liste du tirage (${count < 2 ? 'une place' : `${written} places`})`,
    late: 'Les personnes qui arrivent après le tirage passent derrière : premier arrivé, premier servi.',
    check: {
      title: 'Vérifiez votre place',
      text: 'Votre navigateur refait le tirage, avec la liste et la graine.',
      start: 'Vérifier',
      later: 'Après le tirage, vous pourrez vérifier votre place ici.',
      needsScript: 'Cette vérification a besoin de JavaScript.',
    },
    program: 'Les développeurs peuvent vérifier tout le tirage avec cette commande :',
  },
};
