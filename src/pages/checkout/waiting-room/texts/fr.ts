import { wordsFr } from '../words-fr.ts';
import type { Texts } from './en.ts';

export const fr: Texts = {
  words: wordsFr,
  room: 'Salle d’attente',
  hostedBy: (host) => `Organisé par ${host}`,

  finding: { title: 'Nous cherchons votre place…', text: 'Un instant.' },
  email: {
    title: 'Entrez dans la file',
    text: 'Chaque adresse e-mail a une seule place : la file reste équitable. Saisissez celle avec laquelle vous commanderez : nous lui envoyons un lien, et vous êtes dans la file dès que vous avez confirmé.',
    label: 'E-mail',
    send: 'Entrer dans la file',
  },
  confirm: {
    title: 'Consultez votre boîte e-mail',
    text: 'Ouvrez le lien de l’e-mail et appuyez sur le bouton. Vous êtes alors dans la file. Confirmez avant le tirage au sort pour y participer.',
    keep: 'Gardez cette page ouverte : votre place sera ici, quel que soit l’appareil sur lequel vous ouvrez le lien.',
    again:
      'Rien après quelques minutes ? Regardez dans les indésirables, ou saisissez votre adresse à nouveau.',
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
      text: 'Votre adresse est confirmée. Retournez à la page où vous l’avez saisie : votre place y est, et elle vous dira quand ce sera à vous. Vous pouvez fermer cette page.',
    },
    in_line_late: {
      title: 'Vous êtes dans la file, après le tirage',
      text: 'Le tirage a eu lieu avant votre confirmation : vous venez après celles et ceux qui y ont participé. Retournez à la page où vous avez saisi votre adresse : votre place y est. Vous pouvez fermer cette page.',
    },
    email_known: {
      title: 'Cette adresse a déjà une place',
      text: 'Chaque adresse e-mail a une seule place dans la file. La vôtre est dans une autre fenêtre ou sur un autre appareil : continuez là-bas.',
    },
    replaced: {
      title: 'Ce lien a été remplacé',
      text: 'Une autre adresse a été saisie depuis. Utilisez le lien de l’e-mail le plus récent, ou reprenez la file.',
    },
    gone: {
      title: 'Ce lien ne fonctionne plus',
      text: 'Il est valable une heure, tant que la page où vous avez saisi votre adresse est dans la salle d’attente. Saisissez votre adresse à nouveau.',
    },
    closed: { title: 'Cette salle d’attente est fermée', text: 'Il n’y a plus rien à confirmer.' },
  },
  lineUp: {
    title: 'Vous êtes dans la file',
    until: 'avant le tirage au sort',
    text: (when) =>
      `L’ordre est tiré au sort le ${when}. Toutes les personnes présentes ont alors la même chance, quelle que soit leur heure d’arrivée.`,
  },
  waiting: { title: 'Votre place dans la file' },
  turn: {
    title: 'C’est à vous',
    text: 'Nous vous menons aux billets.',
    go: 'Aller aux billets',
    used: 'Votre tour sert déjà dans une autre fenêtre. Continuez là-bas, ou réessayez ici.',
    elsewhere: 'Retournez à la page où vous achetiez : elle vous laisse entrer maintenant.',
  },
  expired: {
    title: 'Votre tour est passé',
    text: 'Vous avez acheté, le temps pour choisir est écoulé, ou votre réseau était complet et cette page est restée longtemps fermée. Vous pouvez reprendre la file.',
  },
  left: { title: 'Vous avez quitté la file', text: 'Votre place est libre pour la personne suivante.' },
  full: {
    title: 'Votre réseau a déjà beaucoup de places',
    text: 'Une même connexion Internet a un nombre limité de places : la file reste équitable. Essayez avec une autre, comme les données mobiles, ou de nouveau dans une minute.',
  },
  again: 'Reprendre la file',
  retry: 'Réessayer',

  paused: 'L’organisateur a arrêté la file pour un instant. Vous gardez votre place.',

  leave: {
    ask: 'Quitter la file',
    sure: 'Votre place sera perdue. Quitter quand même ?',
    yes: 'Quitter',
    no: 'Rester dans la file',
  },

  next: {
    title: 'Et ensuite',
    draw: 'L’ordre est tiré au sort, une seule fois pour toutes les personnes présentes.',
    enter: 'On entre chacun à son tour, pour que l’achat reste rapide à l’intérieur.',
    turn: 'Quand c’est à vous, cette page ouvre les billets d’elle-même. Vous avez alors quelques minutes pour choisir.',
    keep: 'Gardez cette page ouverte, ou revenez-y sur cet appareil : votre place reste la vôtre. La recharger n’accélère rien.',
  },
  fair: 'Personne ne peut acheter une meilleure place, et tout le monde peut vérifier le tirage.',
  howFair: 'Comment marche le tirage',

  noScript: {
    join: 'Votre navigateur n’exécute pas JavaScript. Vous pouvez quand même entrer dans la file : la page se recharge toutes les trente secondes.',
    wait: 'Cette page se recharge toutes les trente secondes. Gardez son adresse : c’est votre place dans la file.',
  },

  fairness: {
    title: 'Comment marche le tirage',
    back: 'Retour à la salle d’attente',
    intro:
      'Qui est dans la salle d’attente avant la vente a la même chance que toutes les autres personnes présentes. Peu importe l’heure d’arrivée, le nombre de rechargements ou la vitesse de la connexion.',
    steps: {
      title: 'En trois étapes',
      seal: 'Avant que quiconque puisse entrer dans la file, un nombre aléatoire est créé et tenu secret : la graine. Son empreinte est publiée ici : personne ne peut changer la graine après coup.',
      rank: 'Chaque place dans la file a un nom aléatoire, que votre propre navigateur a créé. Au début de la vente, la graine et ce nom donnent ensemble un rang à chaque place : HMAC-SHA-256, un calcul que personne ne peut diriger. Le plus petit rang entre en premier.',
      open: 'Après le tirage, la graine est publiée avec la liste de toutes les places dans leur ordre. Tout le monde peut refaire le calcul.',
    },
    hash: 'Empreinte de la graine (SHA-256)',
    seed: 'La graine',
    seedLater: (when) => `Elle est publiée après le tirage, le ${when}.`,
    list: (count) => `La liste du tirage (${count} places)`,
    late: 'Qui arrive après le tirage se place derrière : premier arrivé, premier servi.',
    check: {
      title: 'Vérifiez votre place',
      text: 'Votre navigateur refait le tirage, avec la liste et la graine.',
      start: 'Vérifier',
      later: 'Après le tirage, vous pourrez vérifier votre place ici.',
      needsScript: 'Pour cette vérification, il faut JavaScript.',
    },
    program: 'Les programmeurs vérifient tout le tirage avec la commande',
  },
};
