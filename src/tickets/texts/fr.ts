import type { TicketTexts } from './en.ts';

// No name that people write comes after “de” or “que”, which would lose their vowel before some of them. Before a colon is a
// no-break space, before a question mark a narrow one.
export const fr: TicketTexts = {
  free: 'Gratuit',
  online: 'En ligne',
  placeToCome: 'Lieu à annoncer',
  presents: (host) => `${host} présente`,

  times: ({ doors, starts, ends }) =>
    doors === null ? `Début ${starts} · fin ${ends}` : `Portes ${doors} · début ${starts} · fin ${ends}`,

  agreed: {
    both: 'Conditions de vente et de remboursement',
    terms: 'Conditions de vente',
    refundPolicy: 'Conditions de remboursement',
  },

  pdf: {
    file: 'billets',
    title: (event) => `${event} : billets`,
    where: 'Lieu',
    map: 'Ouvrir la carte',
    admits: 'Au nom de',
    ticket: 'Billet',
    seat: 'Place',
    paid: 'Payé',
    order: 'Commande',
    position: (number, count) => `Billet ${number} sur ${count}`,
    showCode: 'Présentez ce code à l’entrée',
    yourCode: 'Votre code',
    shortCode: 'S’il ne peut être scanné',
    poster: (event) => `Affiche : ${event}`,
    code: (shortCode) => `Code QR du billet ${shortCode}`,
    keepCode:
      'Il fait entrer une personne, une seule fois. Quelqu’un qui en a une copie pourrait entrer avant vous : ne le partagez pas.',
    soldBy: (host) => `Vendu par ${host}`,
    taxNumber: (number) => `N° fiscal ${number}`,
    ask: (address) => `Une question ? ${address}`,
  },

  calendar: {
    by: (host) => `Organisé par ${host}.`,
    saleStarts: (event) => `Vente des billets\u00a0: ${event}`,
    inEmail: (reference) => `Vos billets sont dans votre e-mail : commande ${reference}.`,
    map: (url) => `Carte : ${url}`,
    lostEmail: (orderUrl) => `Vous ne retrouvez pas l’e-mail ? ${orderUrl}`,
  },
};
