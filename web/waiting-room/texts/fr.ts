import { wordsFr } from '../words-fr.ts';
import type { Texts } from './en.ts';

export const fr: Texts = {
  words: wordsFr,
  room: 'Salle d’attente',
  hostedBy: (host) => `Organisé par ${host}`,

  finding: { title: 'Nous cherchons votre place…', text: 'Un instant.' },
  email: {
    title: 'Entrez dans la file',
    text: 'Chaque adresse e-mail a une seule place : la file reste équitable. Donnez celle avec laquelle vous commanderez. Rien ne lui sera envoyé.',
    label: 'E-mail',
    send: 'Entrer dans la file',
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
    text: 'Vous pouviez entrer, et le temps pour choisir est écoulé. Vous pouvez reprendre la file, derrière celles et ceux qui attendent.',
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
  ask: (host) => `Une question ? Écrivez à ${host} :`,

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
