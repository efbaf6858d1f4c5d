import type { HomeTexts } from './en.ts';

export const fr: HomeTexts = {
  title: 'Tessera\u00a0: la billetterie des événements',
  headline: 'Vos billets, en vente là où sont vos invités.',
  lead: 'Tessera est une billetterie libre pour événements. Elle tient les événements, les places, les paiements et les billets\u202f; tout site peut les vendre, et des téléphones font entrer les invités.',
  buyers: {
    title: 'J’ai un billet, ou j’en veux un',
    found: 'Vos billets sont dans l’e-mail reçu au moment de la commande.',
    sender: (address: string) =>
      `Il vient de ${address}\u00a0: cherchez cette adresse dans vos messages, et dans les indésirables.`,
    lost: 'Rien\u202f? Écrivez à l’organisateur, qui peut les renvoyer\u00a0: la page de l’événement dit comment.',
    buy: 'Pour acheter, ouvrez la page de l’événement. Son organisateur en partage le lien.',
    event: 'Voir la page d’un événement',
    mailbox: 'Ouvrir la boîte aux lettres de la démo',
  },
  hosts: {
    title: 'J’ai un événement',
    about: 'Publiez-le en quelques minutes, et suivez-le en un seul endroit.',
    things: [
      'Places debout, ou sièges sur un plan',
      'Listes d’invités, messages, remboursements',
      'Ventes et recettes à mesure qu’elles arrivent',
      'Des entrées qui marchent sans réseau',
    ],
    dashboard: 'Ouvrir le tableau de bord',
    signUp: 'Devenir organisateur',
    closed: 'Ceux qui gèrent ce service admettent les nouveaux organisateurs.',
  },
  integrators: {
    title: 'Je construis un site',
    about:
      'Parcourez, réservez et vendez par une API REST, avec des clés sans danger dans un navigateur. Ou placez la vente dans un cadre, et c’est tout.',
    reference: 'Référence de l’API',
    quickstart: 'Premiers pas',
    embed: 'La vente dans un cadre',
    webhooks: 'Webhooks',
    document: 'Document OpenAPI',
    shop: 'Voir la boutique de démo',
  },
  facts: [
    {
      name: 'Jamais de survente',
      text: 'Un billet est gardé pendant que son acheteur paie. Pour le dernier, un seul l’obtient, quel que soit le nombre.',
    },
    {
      name: 'Payé à l’organisateur',
      text: 'Par Paystack, Flutterwave ou Stripe, sur le compte de l’organisateur.',
    },
    {
      name: 'Tout téléphone, tout réseau',
      text: 'Les pages sont légères, en français et en anglais.',
    },
    { name: 'Chez vous', text: 'Un seul programme, sur votre machine, avec toutes ses données.' },
  ],
  foot: 'Tessera, billetterie libre pour événements',
};
