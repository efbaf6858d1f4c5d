import type { HomeTexts } from './en.ts';

export const fr: HomeTexts = {
  title: 'Tessera\u00a0: la billetterie des événements',
  headline: 'Vos billets, en vente là où sont vos invités.',
  lead: 'Tessera est une billetterie libre pour événements. Elle gère les événements, les places, les paiements et les billets. Tout site peut les vendre, et des téléphones contrôlent les entrées.',
  buyers: {
    title: 'J’ai un billet, ou j’en veux un',
    found: 'Vos billets sont dans l’e-mail reçu au moment de la commande.',
    sender: (address: string) => `Cherchez ${address} dans vos messages, et regardez dans vos indésirables.`,
    lost: 'Rien\u202f? Demandez à l’organisateur de les renvoyer. La page de l’événement dit comment le joindre.',
    buy: 'Pour acheter, ouvrez la page de l’événement. L’organisateur partage le lien.',
    event: 'Voir la page d’un événement',
    mailbox: 'Ouvrir la boîte aux lettres de la démo',
  },
  hosts: {
    title: 'J’ai un événement',
    about: 'Publiez-le en quelques minutes et gérez-le en un seul endroit.',
    things: [
      'Places debout, ou sièges sur un plan',
      'Listes d’invités, messages, remboursements',
      'Ventes et recettes en direct',
      'Un contrôle des entrées qui marche hors ligne',
    ],
    dashboard: 'Ouvrir le tableau de bord',
    signUp: 'Devenir organisateur',
    closed: 'Seul l’opérateur de ce service peut ajouter des organisateurs.',
  },
  integrators: {
    title: 'Je construis un site',
    about:
      'Parcourez, réservez et vendez par une API REST, avec des clés sûres dans un navigateur. Ou intégrez la vente à votre site, et c’est tout.',
    reference: 'Référence de l’API',
    quickstart: 'Premiers pas',
    embed: 'Intégrer la vente',
    webhooks: 'Webhooks',
    document: 'Document OpenAPI',
    shop: 'Voir la boutique de démo',
  },
  facts: [
    {
      name: 'Jamais de survente',
      text: 'Un billet est réservé pendant que son acheteur paie. Même si beaucoup appuient en même temps, un seul obtient le dernier billet.',
    },
    {
      name: 'Payé à l’organisateur',
      text: 'Par Paystack, Flutterwave ou Stripe, directement sur le compte de l’organisateur.',
    },
    {
      name: 'Tout téléphone, tout réseau',
      text: 'Les pages sont légères, en français et en anglais.',
    },
    { name: 'Chez vous', text: 'Un seul programme sur votre machine. Vous gardez toutes les données.' },
  ],
  status: 'État du service',
  foot: 'Tessera, billetterie libre pour événements',
};
