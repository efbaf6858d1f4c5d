import type { StatusTexts } from './en.ts';

export const fr: StatusTexts = {
  title: 'État du service',
  states: {
    sound: {
      headline: 'Tout fonctionne',
      text: 'Vous pouvez acheter des billets, ouvrir les vôtres et contrôler les entrées.',
    },
    late: {
      headline: 'Les e-mails ont du retard',
      text: 'Vous pouvez acheter des billets. L’e-mail qui les contient peut tarder. Vous les trouvez aussi sur la page affichée après le paiement.',
    },
    incident: {
      headline: 'Quelque chose ne fonctionne pas',
      text: 'Nous le savons et nous y travaillons. Les billets que vous avez achetés restent valables.',
    },
    down: {
      headline: 'Impossible d’acheter des billets pour le moment',
      text: 'Nous avons un problème technique. Les billets que vous avez achetés sont dans vos e-mails et restent valables. Si vous étiez en train de payer, ne payez pas une seconde fois\u00a0: votre commande sera terminée ou remboursée à notre retour.',
    },
  },
  since: (moment: string) => `Depuis le ${moment}`,
  current: 'Ce qui se passe',
  planned: 'Prévu',
  past: 'Les 90 derniers jours',
  noPast: 'Aucun incident.',
  reload: 'Recharger la page',
  home: 'Page d’accueil',
};
